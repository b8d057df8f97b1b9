"""Valid labels of agents, which are safe in ACPC logs and file names."""

LONGEST_LABEL = 64
FORBIDDEN_IN_LABELS = ':|,/\\"'
LONGEST_FILE_NAME = 200
"""Bytes; file systems allow 255, including a suffix and that of temporary files."""


def is_readable_label(text: str) -> bool:
    """Return whether a text can be shown as an agent's label: 1 to 64 printable characters.

    Labels in specs have more restrictions. Those in files are only shown, and escaped if necessary.
    """
    return 1 <= len(text) <= LONGEST_LABEL and text.isprintable()


def is_file_name(text: str) -> bool:
    """Return whether a text names a file in a folder, and nothing outside it."""
    return (
        0 < len(text.encode("utf-8", "replace")) <= LONGEST_FILE_NAME
        and text.isprintable()
        and text not in (".", "..")
        and not any(sign in "/\\" for sign in text)
    )


class Labels:
    """Assigns a unique label to every name in a history."""

    def __init__(self) -> None:
        """Start without names."""
        self._label_of: dict[str, str] = {}
        self._taken: set[str] = set()

    def of(self, name: str) -> str:
        """Return the name itself if it is a valid label, otherwise a similar free one."""
        label = self._label_of.get(name)
        if label is None:
            label = self._free(_clean(name))
            self._label_of[name] = label
            self._taken.add(label)
        return label

    def _free(self, label: str) -> str:
        number, wanted = 1, label
        while label in self._taken:
            number += 1
            end = f"_{number}"
            label = wanted[: LONGEST_LABEL - len(end)] + end
        return label


def _clean(name: str) -> str:
    letters = [
        letter
        if letter.isprintable() and not letter.isspace() and letter not in FORBIDDEN_IN_LABELS
        else "_"
        for letter in name
    ]
    return "".join(letters)[:LONGEST_LABEL] or "_"
