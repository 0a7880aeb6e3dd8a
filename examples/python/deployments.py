"""A small client of the Deployment Management Service."""

import json
import time
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import urlopen

RETRIED = (429, 502, 503, 504)


class Client:
    def __init__(self, base_url, retries=2, pause=0.0):
        self.base_url = base_url
        self.retries = retries
        self.pause = pause

    def deployments(self, **filters):
        """Yields every deployment that matches the filters, whatever the size of a page."""
        offset = 0
        while True:
            page = self._get("/v2/deployments", {**filters, "offset": offset})
            yield from page["resources"]
            if not page["resources"]:
                return
            offset = page["offset"]

    def _get(self, path, query):
        url = f"{self.base_url}{path}?{urlencode(query)}"
        for attempt in range(self.retries + 1):
            try:
                with urlopen(url, timeout=10) as response:
                    return json.load(response)
            except HTTPError as error:
                if error.code not in RETRIED or attempt == self.retries:
                    raise
                error.close()
                time.sleep(self.pause)
