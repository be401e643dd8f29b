"""Which attributes of which findings are worth asking about: a file that a machine drafts and a person prunes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from reref.core.errors import BadDataError
from reref.taxonomy.loading import parse_yaml
from reref.taxonomy.models import Slug, Words

HERE = Path(__file__).parent / "attributes"
BUILT_IN = HERE / "chest.yaml"


class Attribute(BaseModel):
    """One attribute of one finding.

    Attributes:
        keep: whether to ask about it (prune: set it to false, or delete the entry).
        ask_as: the attribute whose questions it is asked with (merge: give two entries the same).
        comment: what it means here, for the people who use the file.
        examples: contents that were found, the most frequent first.
        count: how often it was found, 0 in a file that nobody mined.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    keep: bool = True
    ask_as: Slug | None = None
    comment: str = ""
    examples: tuple[str, ...] = ()
    count: int = Field(default=0, ge=0)


class AttributeSchema(BaseModel):
    """The attributes of all findings.

    Attributes:
        name: what to call it.
        description: where it comes from.
        findings: finding -> attribute -> entry.
        version: raised whenever the questions can change.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Slug
    description: Words
    findings: dict[str, dict[Slug, Attribute]] = Field(min_length=1)
    version: int = Field(default=1, ge=1)

    def asked_as(self, finding: str, attribute: str) -> str:
        """Return the attribute that a finding's attribute is asked as, empty when it is not asked about."""
        entry = self.findings.get(finding, {}).get(attribute)
        if entry is None or not entry.keep:
            return ""
        return entry.ask_as or attribute


def load_schema(path: Path | None = None) -> AttributeSchema:
    """Return the schema of a file, the built-in one by default.

    Raises:
        BadDataError: the file is no such schema; the message names file and field.
    """
    file = path or BUILT_IN
    data: Any = parse_yaml(file)
    try:
        return AttributeSchema.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"])) or "the file"
        raise BadDataError(f"{file}: {field}: {first['msg']}") from None
