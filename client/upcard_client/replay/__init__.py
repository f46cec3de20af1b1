"""Matches played again: step by step on the screen, or in sentences. Nothing here knows a game but by its front."""
