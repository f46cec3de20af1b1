"""Gin rummy on the screen and in the plain client."""
