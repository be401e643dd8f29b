"""Shapes of the taxonomy files, checked on load."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

ExpectedEffect = Literal["preserve", "change"]
Group = Literal["axis", "error", "persona", "control", "paraphrase", "dose"]
Kind = Literal["absolute", "relative"]
Severity = Literal["lexical", "minor", "significant", "critical"]

#: Free text that says something.
Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
#: One part of a target's name.
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$")]
Version = Annotated[int, Field(ge=1)]

#: The key under which an example may hold a text that is in none of the axis's variations.
ORIGINAL = "original"


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Example(_Frozen):
    """An authored pair of texts: what a report says, and what it becomes.

    Attributes:
        original: a report, or a piece of one.
        alternative: the same piece after the target was applied.
    """

    original: Words
    alternative: Words

    @model_validator(mode="after")
    def _differs(self) -> Example:
        if self.original == self.alternative:
            raise ValueError("the two texts of the example are equal")
        return self


class Target(_Frozen):
    """One thing that can be done to a report: an axis variation, error type, persona or control.

    Attributes:
        name: ``"findings-scope/minimal"``, ``"error/size"``, ``"persona/minimalist"``, ``"control/case"``.
        group: which kind of target it is.
        description: what it does, for people and prompts.
        expected_effect: whether a good metric stays (``preserve``) or drops (``change``).
        examples: authored pairs.
        constraints: what must hold, one sentence each.
        version: raised whenever the output can change.
    """

    name: str
    group: Group
    description: Words
    expected_effect: ExpectedEffect
    examples: tuple[Example, ...] = ()
    constraints: tuple[Words, ...] = ()
    version: Version = 1

    @property
    def stream(self) -> str:
        """Name of the random stream that its alternatives draw on; the levels of a dose share one."""
        return self.name

    def __hash__(self) -> int:
        return hash((self.name, self.version))


class Axis(_Frozen):
    """One way in which radiologists differ; each of its variations is a target.

    Attributes:
        name: first part of its targets' names.
        dimension: the wider aspect of reporting it belongs to.
        kind: ``absolute`` when a report can be in a variation by itself (then "already in form" can be decided),
            ``relative`` when the variation only means "other than the original".
        description: how practice differs along the axis.
        variations: name -> what a report in this variation is like.
        examples: each maps variation names, or ``original``, to texts that say the same.
        constraints: what must hold beyond the rules for all rewriting, one sentence each.
        expected_effect: ``preserve``, as an axis never changes the meaning.
        version: raised whenever the output can change.
    """

    name: Slug
    dimension: Words
    kind: Kind
    description: Words
    variations: dict[Slug, Words] = Field(min_length=1)
    examples: tuple[dict[str, Words], ...] = ()
    constraints: tuple[Words, ...] = ()
    expected_effect: Literal["preserve"] = "preserve"
    version: Version = 1

    def __hash__(self) -> int:
        return hash((self.name, self.version))

    @model_validator(mode="after")
    def _examples_name_variations(self) -> Axis:
        known = {*self.variations, ORIGINAL}
        for number, example in enumerate(self.examples, 1):
            for key in example:
                if key not in known:
                    raise ValueError(f"example {number} has '{key}', which is none of {', '.join(sorted(known))}")
            if len(example) < 2:
                raise ValueError(f"example {number} has one text; it needs two that say the same")
            if len(set(example.values())) < len(example):
                raise ValueError(f"example {number} has equal texts")
        for variation in self.variations:
            if not self.pairs(variation):
                raise ValueError(f"no example shows the variation '{variation}'")
        return self

    def pairs(self, variation: str) -> tuple[Example, ...]:
        """Return the examples of one variation as pairs: the other text, then the text in that variation."""
        found: list[Example] = []
        for texts in self.examples:
            if variation in texts:
                others = [key for key in (ORIGINAL, *self.variations) if key in texts and key != variation]
                found.append(Example(original=texts[others[0]], alternative=texts[variation]))
        return tuple(found)

    def targets(self) -> list[AxisTarget]:
        """Return one target for each variation."""
        return [
            AxisTarget(
                name=f"{self.name}/{variation}",
                group="axis",
                description=description,
                expected_effect=self.expected_effect,
                examples=self.pairs(variation),
                constraints=self.constraints,
                version=self.version,
                axis=self,
                variation=variation,
            )
            for variation, description in self.variations.items()
        ]


class AxisTarget(Target):
    """One variation of an axis.

    Attributes:
        axis: the axis, with its description and its other variations.
        variation: which of them this is.
    """

    axis: Axis
    variation: str

    __hash__ = Target.__hash__


class ErrorType(Target):
    """One kind of clinical or dictation error.

    Attributes:
        severity: ``lexical`` (the reader sees through it), ``minor``, ``significant`` or ``critical`` (could lead to
            another decision).
        family: what the error is about; attribute errors share one.
    """

    group: Literal["error"] = "error"
    expected_effect: Literal["change"] = "change"
    severity: Severity
    family: Slug

    __hash__ = Target.__hash__


class Persona(Target):
    """A radiologist with several habits at once: axis variations that are applied one after another.

    Attributes:
        steps: two targets that are applied in both orders, and at most one more that follows.
        third: targets that may follow as a third step (``persona/minimalist+terminology/alternative``).
    """

    group: Literal["persona"] = "persona"
    expected_effect: Literal["preserve"] = "preserve"
    steps: tuple[str, ...] = Field(min_length=2, max_length=3)
    third: tuple[str, ...] = ()

    __hash__ = Target.__hash__

    def with_third(self, step: Target) -> Persona:
        """Return the persona that goes on with one more step."""
        return self.model_copy(
            update={
                "name": f"{self.name}+{step.name}",
                "description": f"{self.description} Then: {step.description}",
                "steps": (*self.steps, step.name),
                "third": (),
                "version": self.version * 1000 + step.version,
            }
        )


class Dose(Target):
    """One level of a graded change, for dose-response curves.

    Attributes:
        level: the dose, in ``unit``.
        unit: what the level counts.
    """

    group: Literal["dose"] = "dose"
    level: int = Field(ge=0)
    unit: Words

    @property
    def stream(self) -> str:
        """The series' name: what a level changes, a higher one changes too."""
        return self.name.rpartition("-")[0]

    __hash__ = Target.__hash__


class DoseSeries(_Frozen):
    """A graded change and its levels.

    Attributes:
        name: second part of its targets' names, before the level.
        unit: what a level counts.
        levels: the doses, rising.
        description: what the change is; ``{level}`` stands for the dose.
        expected_effect: whether a good metric stays or drops.
        constraints: what must hold, one sentence each.
        version: raised whenever the output can change.
    """

    name: Slug
    unit: Words
    levels: tuple[int, ...] = Field(min_length=1)
    description: Words
    expected_effect: ExpectedEffect
    constraints: tuple[Words, ...] = ()
    version: Version = 1

    def targets(self) -> list[Dose]:
        """Return one target for each level."""
        return [
            Dose(
                name=f"dose/{self.name}-{level}",
                description=self.description.replace("{level}", str(level)),
                expected_effect=self.expected_effect,
                constraints=self.constraints,
                version=self.version,
                level=level,
                unit=self.unit,
            )
            for level in self.levels
        ]


def entry_kind(fields: Mapping[str, Any]) -> str:
    """Return what a taxonomy file describes, told by the field only that kind has.

    Returns:
        ``"axis"``, ``"error"``, ``"persona"``, ``"dose"``, ``"control"`` or ``"paraphrase"``; empty when none fits.
    """
    for field, kind in (("variations", "axis"), ("severity", "error"), ("steps", "persona"), ("levels", "dose")):
        if field in fields:
            return kind
    match = re.match(r"(control|paraphrase)/", str(fields.get("name", "")))
    return match.group(1) if match else ""
