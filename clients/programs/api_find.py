"""Finds, counts and reads the objects of a shop, as a script of its owner would; prints what it found."""
import json
import sys

from supersetapiclient.client import SupersetClient
from supersetapiclient.exceptions import NotFound

host, password = sys.argv[1:]
client = SupersetClient(host, "admin", password)


def missing(find):
    try:
        find()
    except NotFound as error:
        return str(error)


dashboard = client.dashboards.find_one(slug="shop")
dashboard.fetch()
chart = client.charts.get(client.charts.find_one(slice_name="Revenue by region").id)
dataset = client.datasets.find_one(table_name="orders")
read = client.datasets.get(dataset.id)
print(
    json.dumps(
        {
            "charts": sorted(found.slice_name for found in client.charts.find()),
            "pages": [len(client.charts.find(page_size=1, page=page)) for page in range(3)],
            "dashboards": [found.dashboard_title for found in client.dashboards.find()],
            "datasets": sorted(found.table_name for found in client.datasets.find()),
            "databases": sorted(found.database_name for found in client.databases.find()),
            "saved_queries": [found.label for found in client.saved_queries.find()],
            "counts": [kind.count() for kind in (client.charts, client.dashboards, client.datasets, client.databases, client.saved_queries)],
            "chart": {"viz_type": chart.viz_type, "groupby": chart.params["groupby"]},
            "on_dashboard": sorted(found.slice_name for found in dashboard.get_charts()),
            "filters": [entry["name"] for entry in dashboard.json_metadata["native_filter_configuration"]],
            "blocks": sorted(block["type"] for block in dashboard.position_json.values() if isinstance(block, dict)),
            "dataset": {"kind": dataset.kind, "columns": sorted(column["column_name"] for column in read.columns), "database": read.database_id},
            "missing": missing(lambda: client.charts.find_one(slice_name="no chart of that name")),
        }
    )
)
