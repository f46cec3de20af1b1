"""What helps somebody learn a game: when a hint may be asked for, and the guide through a first hand.

What a hint says and which situations there are belongs to the games; here is what holds for any of them.
"""
