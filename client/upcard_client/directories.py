"""The directories of one user: settings, tokens, finished games, crash reports and the tables of own servers."""

from pathlib import Path

import platformdirs


def as_typed(path: Path) -> str:
    """Return a path as people type it: `~/games` for one in their own directory."""
    home = Path.home()
    return str(Path("~") / path.relative_to(home)) if path != home and path.is_relative_to(home) else str(path)


def settings_file() -> Path:
    """Return the file of the settings."""
    return platformdirs.user_config_path("upcard", appauthor=False) / "settings.json"


def tokens_directory() -> Path:
    """Return the directory with one file for each server and name."""
    return platformdirs.user_data_path("upcard", appauthor=False) / "tokens"


def solo_directory() -> Path:
    """Return the directory of the tables played alone against the computer."""
    return platformdirs.user_data_path("upcard", appauthor=False) / "solo"


def hosted_directory() -> Path:
    """Return the directory of the server that is hosted for others."""
    return platformdirs.user_data_path("upcard", appauthor=False) / "hosted"


def games_directory() -> Path:
    """Return the directory of finished games, as `.upcard` files."""
    return platformdirs.user_data_path("upcard", appauthor=False) / "games"


def log_directory() -> Path:
    """Return the directory of crash reports."""
    return platformdirs.user_log_path("upcard", appauthor=False)
