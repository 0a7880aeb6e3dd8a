import json
import re
import subprocess
import unittest
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from deployments import Client


class Session:
    """One isolated world on the shared server, with its control API."""

    def __init__(self, server_url, name):
        self.url = f"{server_url}/_s/{name}"

    def control(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"{self.url}/_simulator{path}", data, method=method)
        with urlopen(request, timeout=10) as response:
            return json.loads(response.read() or "null")


class DeploymentsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = subprocess.Popen(
            ["node_modules/.bin/deploymock", "--port", "0", "--log", "none"],
            stdout=subprocess.PIPE,
            text=True,
        )
        cls.addClassCleanup(cls.stop_server)
        for line in cls.server.stdout:
            found = re.search(r"listens on (http\S+)", line)
            if found:
                cls.server_url = found[1]
                return
        raise RuntimeError("The server ended before it listened.")

    @classmethod
    def stop_server(cls):
        cls.server.terminate()
        cls.server.stdout.close()
        cls.server.wait(timeout=10)

    def setUp(self):
        # A session is created by the first request that names it.
        self.session = Session(self.server_url, self._testMethodName)
        self.session.control("PUT", "/scenario", {"name": "busy"})
        self.client = Client(self.session.url)

    def test_lists_every_page(self):
        names = [each["id"] for each in self.client.deployments(limit=100)]
        self.assertEqual(len(names), 1200)
        self.assertEqual(len(set(names)), 1200)

    def test_filters_by_name_and_status(self):
        created = self.session.control("POST", "/records/deployments", {"name": "night-shift", "status": "READY"})
        found = list(self.client.deployments(name_contains="night-sh", status="READY"))
        self.assertEqual([each["id"] for each in found], [created["id"]])

    def test_retries_a_busy_service(self):
        self.session.control("POST", "/faults", {"operation": "listDeployments", "status": 503, "times": 2})
        self.assertEqual(len(list(self.client.deployments(limit=100))), 1200)
        statuses = [each["status"] for each in self.session.control("GET", "/requests")]
        self.assertEqual(statuses[:3], [503, 503, 200])

    def test_reports_what_the_service_rejects(self):
        try:
            list(self.client.deployments(limit=0))
        except HTTPError as error:
            with error:
                self.assertEqual(error.code, 422)
                self.assertEqual(json.load(error)["detail"][0]["loc"], ["query", "limit"])
        else:
            self.fail("The service accepted limit=0.")


if __name__ == "__main__":
    unittest.main()
