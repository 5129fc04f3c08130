"""Asks a dataset for rows through the Python side of preset-cli; prints them."""
import sys

from preset_cli.api.clients.superset import SupersetClient
from preset_cli.auth.superset import UsernamePasswordAuth
from yarl import URL

host, password = sys.argv[1:]
client = SupersetClient(URL(host), UsernamePasswordAuth(URL(host), "admin", password))
dataset = client.get_datasets(table_name="orders")[0]
rows = client.get_data(
    dataset["id"],
    metrics=["revenue", "COUNT(*)"],
    columns=["region", "UPPER(region)"],
    order_by=["revenue"],
    where="amount IS NOT NULL",
)
print(rows.to_json(orient="values"))
