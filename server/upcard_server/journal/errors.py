"""What can go wrong with the data directory, in sentences for people."""


class JournalError(Exception):
    """The journal has failed: what was being written may or may not last, and nothing more is written.

    There is no going on from here. Memory may be ahead of the disk, so the server stops; a new start reads
    what did last.
    """


class DataDirError(Exception):
    """The data directory cannot be used. Its text is one sentence for the person who started the server."""
