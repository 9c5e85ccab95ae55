"""The colours of boards, light and dark, and how they get into a picture without a style sheet of the page's.

A colour is the name of a role. A board drawn for one theme has nothing but attributes; one that follows the reader's
theme (`auto`) has the light colours as attributes too, and a sheet that says the dark ones for its own classes alone.
The colours that tell players apart are those of Okabe and Ito; whatever they tell apart differs in shape as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Theme = Literal["auto", "light", "dark"]
THEMES: Final = ("auto", "light", "dark")

COLOURS: Final = {
    "white": ("#fdfcf8", "#f4f2ec"),
    "black": ("#25282c", "#0d0f11"),
    "red": ("#d55e00", "#e8743b"),
    "yellow": ("#f0e442", "#f0e442"),
    "blue": ("#0072b2", "#4aa3df"),
    "sky": ("#56b4e9", "#7cc7f2"),
    "green": ("#00815f", "#2fb890"),
    "orange": ("#e69f00", "#f0b429"),
    "purple": ("#b0578a", "#d98bb5"),
    "grey": ("#8c949e", "#8c949e"),
    "brown": ("#8a5a2b", "#b98555"),
}
"""What rules may name, by theme."""

DARK: Final = frozenset({"black", "blue", "green", "purple", "brown", "red", "grey"})
"""The colours on which what is written or drawn is light."""

ROLES: Final = {
    **COLOURS,
    "ink": ("#1c1f23", "#eceef0"),
    "soft": ("#5b6470", "#aab2bc"),
    "line": ("#77808b", "#8b95a1"),
    "faint": ("#c3c8ce", "#4a515a"),
    "paper": ("#ffffff", "#1b1f24"),
    "cell": ("#f6f4ee", "#262b31"),
    "pale": ("#f0e4cc", "#b7a68a"),
    "deep": ("#b88d5e", "#745f47"),
    "felt": ("#6fb58b", "#2f7350"),
    "wood": ("#e6c58f", "#8d6e45"),
    "groove": ("#8a6a3c", "#d3b889"),
    "rack": ("#2c67a8", "#2c5f99"),
    "rim": ("#1d4a7c", "#8fb7e3"),
    "edge": ("#25282c", "#14171a"),
    "gleam": ("#fdfcf8", "#dfe3e8"),
    "last": ("#f7d038", "#e0b000"),
    "mark": ("#a3123f", "#ff9ec0"),
}
"""All roles with their colours, light and dark; those behind the colours are of boards, lines and marks."""

PREFIX: Final = "pyengine-board"
"""What the names of all classes begin with, so that they mean nothing to the page around."""

_DARK: Final = "\n".join(
    f".{PREFIX}-auto .{PREFIX}-{way}-{role} {{ {way}: {dark}; }}"
    for role, (light, dark) in ROLES.items()
    for way in ("fill", "stroke")
    if light != dark
)
SHEET: Final = f"@media (prefers-color-scheme: dark) {{\n{_DARK}\n}}"
"""The dark colours of boards that follow the reader's theme; the same for all of them, and for nothing else."""


@dataclass(frozen=True, slots=True)
class Brush:
    """Gives the attributes of a colour in a theme."""

    theme: Theme

    def paint(self, fill: str | None = None, stroke: str | None = None, width: float = 0.0) -> dict[str, str]:
        """Give the attributes for a filling and an outline, by roles.

        >>> Brush("dark").paint("ink")
        {'fill': '#eceef0'}
        >>> Brush("auto").paint(None, "line", 1.5)
        {'fill': 'none', 'stroke': '#77808b', 'stroke_width': '1.5', 'class_': 'pyengine-board-stroke-line'}
        """
        place = self.theme == "dark"
        made = {"fill": "none" if fill is None else ROLES[fill][place]}
        classes = [] if fill is None else [f"{PREFIX}-fill-{fill}"]
        if stroke is not None:
            made |= {"stroke": ROLES[stroke][place], "stroke_width": f"{width:g}"}
            classes.append(f"{PREFIX}-stroke-{stroke}")
        if self.theme == "auto" and classes:
            made["class_"] = " ".join(classes)
        return made
