import json
import re
import subprocess
import unittest
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def send(method, url, body=None):
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url, data, method=method), timeout=10) as response:
        return json.load(response)


class DeploymentsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        command = ["node_modules/.bin/deploymock", "--port", "0", "--log", "none"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        for clean_up in (server.wait, server.stdout.close, server.terminate):  # The last one runs first.
            cls.addClassCleanup(clean_up)
        # The server prints its URL as soon as it listens.
        found = (re.search(r"listens on (http\S+)", line) for line in server.stdout)
        cls.server_url = next(match[1] for match in found if match)

    def setUp(self):
        name = self._testMethodName
        self.url = f"{self.server_url}/_s/{name}"
        send("POST", f"{self.url}/_simulator/sessions", {"name": name, "scenario": "busy"})

    def test_filters_by_name_and_status(self):
        send("POST", f"{self.url}/_simulator/records/deployments", {"name": "night-shift", "status": "READY"})
        page = send("GET", f"{self.url}/v2/deployments?name_contains=night-sh&status=READY")
        self.assertEqual([each["name"] for each in page["resources"]], ["night-shift"])

    def test_fails_once(self):
        send("POST", f"{self.url}/_simulator/faults", {"operation": "listDeployments", "status": 503, "times": 1})
        with self.assertRaises(HTTPError) as failure:
            send("GET", f"{self.url}/v2/deployments")
        with failure.exception as error:
            self.assertEqual(error.code, 503)
        self.assertEqual(len(send("GET", f"{self.url}/v2/deployments?limit=100")["resources"]), 100)
