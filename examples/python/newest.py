import json
from urllib.request import urlopen


def newest(base_url):
    """Returns the name of the newest deployment. It relies on the order of the list."""
    with urlopen(f"{base_url}/v2/deployments?limit=1", timeout=10) as response:
        [first] = json.load(response)["resources"]
    return first["name"]


def count(base_url, limit=25):
    """Counts the deployments. It relies on a page that is not full being the last one, which nobody promises."""
    counted = 0
    while True:
        with urlopen(f"{base_url}/v2/deployments?limit={limit}&offset={counted}", timeout=10) as response:
            found = len(json.load(response)["resources"])
        counted += found
        if found < limit:
            return counted
