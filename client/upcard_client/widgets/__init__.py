"""What the table is painted with: a `canvas`, and the parts that every card table has on it.

All of it is pure: `cards`, a `hand` of them, the `frame` around the table and `columns` of numbers are painted for a
palette and the size class that `sizes` finds for the window.
"""
