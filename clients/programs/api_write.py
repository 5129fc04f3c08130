"""Makes, changes, runs and deletes objects; prints what became of them."""
import json
import sys

from supersetapiclient.charts import Chart
from supersetapiclient.client import SupersetClient
from supersetapiclient.dashboards import Dashboard
from supersetapiclient.databases import Database
from supersetapiclient.datasets import Dataset
from supersetapiclient.saved_queries import SavedQuery

host, password, schema, uri = sys.argv[1:]
client = SupersetClient(host, "admin", password)
warehouse = client.databases.find_one(database_name="warehouse")
told = {}

told["connects"] = client.databases.test_connection(Database(database_name="other", sqlalchemy_uri=uri))
told["rows"] = warehouse.run(f"SELECT id, region FROM {schema}.orders ORDER BY id", query_limit=2)

query = SavedQuery(label="made here", sql=f"SELECT COUNT(*) AS n FROM {schema}.orders", db_id=warehouse.id, schema=schema)
client.saved_queries.add(query)
told["saved_query"] = client.saved_queries.get(query.id).run()[1]
query.label = "made here, renamed"
query.save()
told["saved_query_label"] = client.saved_queries.get(query.id).label

dataset = Dataset(table_name="made here", database_id=warehouse.id, schema=schema, sql=f"SELECT region FROM {schema}.orders WHERE id = 2")
client.datasets.add(dataset)
told["dataset"] = client.datasets.get(dataset.id).run()[1]

chart = Chart(slice_name="made here", datasource_id=dataset.id, datasource_type="table", viz_type="table", params='{"all_columns": ["region"]}')
client.charts.add(chart)
chart.slice_name = "made here, renamed"
chart.save()
told["chart"] = client.charts.get(chart.id).slice_name

dashboard = Dashboard(dashboard_title="made here", published=False, slug="made-here")
client.dashboards.add(dashboard)
dashboard.update_colors({"North": "#123456"})
dashboard.published = True
dashboard.save()
again = client.dashboards.get(dashboard.id)
told["dashboard"] = {"colors": again.colors, "published": again.published}

told["deleted"] = [made.delete() for made in (dashboard, chart, dataset, query)]
print(json.dumps(told))
