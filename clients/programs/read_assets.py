"""Prints the YAML files of a folder or a zip as one JSON document: what they say by the path they have, whatever the bundle's own folder is called."""
import json
import sys
import zipfile
from pathlib import Path

import yaml

KINDS = ("databases", "datasets", "charts", "dashboards", "queries")


def files_of(place):
    if place.is_dir():
        for path in place.rglob("*.yaml"):
            yield path.relative_to(place).parts, path.read_text(encoding="utf-8")
    else:
        with zipfile.ZipFile(place) as bundle:
            for name in bundle.namelist():
                yield Path(name).parts, bundle.read(name).decode()


found = {}
for parts, text in files_of(Path(sys.argv[1])):
    kind = next((at for at, part in enumerate(parts) if part in KINDS), None)
    if kind is not None:
        found["/".join(parts[kind:])] = yaml.safe_load(text)
print(json.dumps(found, default=str))
