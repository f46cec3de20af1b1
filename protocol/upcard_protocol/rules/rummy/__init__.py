"""Basic rummy for two to six: RULES 9."""
