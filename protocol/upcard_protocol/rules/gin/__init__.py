"""Gin rummy: RULES 3 to 8."""
