"""The error that the functions raise where there is no result."""


class Rejected(Exception):
    """The reason for which there is no result; `members` say where it was found."""

    def __init__(self, tag, **members):
        super().__init__(tag)
        self.rejection = {"_tag": tag, **members}
