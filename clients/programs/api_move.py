"""Exports every kind of object from one server and imports it into another; prints whether each import was accepted."""
import json
import sys

from supersetapiclient.base import BadRequestError, ComplexBadRequestError
from supersetapiclient.client import SupersetClient

source, target, password, database_password = sys.argv[1:]
here = SupersetClient(source, "admin", password)
there = SupersetClient(target, "admin", password)
passwords = {"warehouse": database_password}
told = {}


def refusal(work):
    try:
        work()
    except ComplexBadRequestError as error:
        return error.errors[0]
    except BadRequestError as error:
        return error.message


warehouse = here.databases.find_one(database_name="warehouse")
warehouse.export("databases.zip")
for kind in ("datasets", "charts", "dashboards", "saved_queries"):
    factory = getattr(here, kind)
    factory.export([found.id for found in factory.find()], f"{kind}.zip")

told["without_password"] = refusal(lambda: there.databases.import_file("databases.zip"))
# A database comes with its datasets, so these are there already when their own archive is imported.
told["imported"] = {
    kind: getattr(there, kind).import_file(f"{kind}.zip", overwrite=kind == "datasets", passwords=passwords)
    for kind in ("databases", "datasets", "charts", "dashboards", "saved_queries")
}
told["again"] = refusal(lambda: there.charts.import_file("charts.zip"))
told["overwritten"] = there.charts.import_file("charts.zip", overwrite=True)
for kind in ("datasets", "charts", "dashboards", "saved_queries"):
    factory = getattr(there, kind)
    factory.export([found.id for found in factory.find()], f"{kind}-again.zip")
told["wrong_password"] = refusal(lambda: SupersetClient(target, "admin", "wrong").charts.count())
told["rows"] = there.databases.find_one(database_name="warehouse").run("SELECT 1 AS one")[1]
print(json.dumps(told))
