"""Tests for `deploymock probe --url-env API_URL -- python3 -m unittest probed`."""

import json
import os
import unittest
from urllib.request import Request, urlopen

from newest import count, newest

API_URL = os.environ["API_URL"]


def create(name):
    body = json.dumps({"name": name}).encode()
    with urlopen(Request(f"{API_URL}/_simulator/records/deployments", body, method="POST"), timeout=10):
        pass


class NewestTest(unittest.TestCase):
    def test_finds_the_newest_deployment(self):
        create("checkout")
        self.assertEqual(newest(API_URL), "checkout")

    def test_counts_every_deployment(self):
        before = count(API_URL)
        create("another")
        self.assertEqual(count(API_URL), before + 1)
