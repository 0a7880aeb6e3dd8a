"""A service with the operations of the contract, written with FastAPI. Comments name its own choices."""

from datetime import datetime, timedelta, timezone
from enum import Enum
from typing import Annotated, Optional
from uuid import UUID, uuid5

from fastapi import FastAPI, HTTPException, Query

SPACE = UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")
START = datetime(2026, 1, 5, 8, 30, 0, 123456, tzinfo=timezone.utc)
WORDS = "Atlas birch cobalt dune ember fjord grove harbor iris juniper krill lumen maple".split()
PROVIDERS = "zeta alpha mid beta omega gamma delta kappa eta".split()
SOURCE = "custom_url resource_spec listener_id listener_config install_command build_command".split()
REVISION = "graph_config_path image_uri source_tarball_path repo_commit_sha".split()


class DeploymentType(str, Enum):
    dev_free = "dev_free"
    dev = "dev"
    prod = "prod"


def build_id(text):
    return str(uuid5(SPACE, text))


def write_time(time):
    # timestampFormat: millisecondsZ
    return time.strftime("%Y-%m-%dT%H:%M:%S.") + f"{time.microsecond // 1000:03}Z"


TENANT = build_id("tenant")
INTEGRATION = build_id("integration")


def build_deployment(n):
    created = START + timedelta(days=(n * 7) % 26, hours=n)
    revision = build_id(f"revision {n}")
    word = WORDS[n % len(WORDS)]
    return {
        "id": build_id(f"deployment {n}"),
        "tenant_id": TENANT,
        "name": f"{word}-{['api', 'web', 'jobs'][n % 3]}-{n}",
        "source_config": {
            "integration_id": INTEGRATION,
            "repo_url": f"https://git.example/acme/{word}",
            "build_on_push": n % 2 == 0,
            **dict.fromkeys(SOURCE),
        },
        "source_revision_config": {"repo_ref": "main", **dict.fromkeys(REVISION)},
        # secretValues: masked
        "secrets": [{"name": "TOKEN", "value": "********"}],
        "secret_references": None,
        "created_at": created,
        "updated_at": created + timedelta(days=(n * 5) % 17),
        "latest_revision_id": revision,
        "active_revision_id": None if n % 4 == 0 else revision,
        "image_version": ["0.7.28", "0.7.2", "0.8.1", None][n % 4],
    }


def leave_out(value):
    if not isinstance(value, dict):
        return value
    return {name: leave_out(each) for name, each in value.items() if each is not None}


def build_hidden(n):
    """What a deployment can be filtered by, although no response contains it."""
    tags = [build_id(f"tag {n % 3}")] + ([build_id(f"tag {(n + 1) % 3}")] if n % 2 else [])
    return {"status": ["READY", "UNUSED", "UNKNOWN"][n % 3], "type": ["dev", "prod", "dev_free"][n % 3],
            "remote": n % 5 == 0, "tags": set(tags)}


DEPLOYMENTS = [(build_deployment(n), build_hidden(n)) for n in range(26)]

app = FastAPI(openapi_url=None, redirect_slashes=False)


@app.get("/v2/auth/providers")
def list_providers():
    return [leave_out(build_provider(n, name)) for n, name in enumerate(PROVIDERS)]


def build_provider(n, name):
    time = write_time(START + timedelta(days=n))
    return {
        "id": build_id(f"provider {n}"), "organization_id": TENANT, "provider_id": name, "name": name.title(),
        "client_id": f"client-{n}", "auth_url": "https://id.example/a", "token_url": "https://id.example/t",
        "uses_pkce": True, "code_challenge_method": "S256", "created_at": time, "updated_at": time,
        "provider_type": None, "mcp_server_url": None, "token_endpoint_auth_method": "client_secret_post",
        "is_dynamic_client": False,
    }


@app.get("/v1/integrations/github/{integration_id}/repos")
def list_repositories(integration_id: UUID):
    # integrationIdFormat: uuid; unknownIntegration: empty
    if str(integration_id) != INTEGRATION:
        return []
    # repositoryIdType: string
    return [
        {"host_integration_id": INTEGRATION, "id": str(7000 + n), "name": WORDS[n], "owner": "acme",
         "url": f"https://git.example/acme/{WORDS[n]}", "default_branch": "main"}
        for n in [4, 2, 9, 1, 7, 0, 3, 8, 5]
    ]


@app.get("/v1/integrations/forge/github/{integration_id}/repos")
def list_alternate_repositories(integration_id: UUID):
    return []


def parse_ids(text):
    try:
        return {str(UUID(each)) for each in text.split(",")}
    except ValueError:
        # malformedIdInList: 422, but with a body of its own
        raise HTTPException(422, "deployment_ids")


@app.get("/v2/deployments")
def list_deployments(
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    offset: Annotated[int, Query(ge=0)] = 0,
    name_contains: Optional[str] = None,
    status: Optional[str] = None,
    remote_reconciled: Optional[bool] = None,
    tag_value_ids: Optional[str] = None,
    image_version: Optional[str] = None,
    deployment_type: Optional[DeploymentType] = None,
    deployment_ids: Optional[str] = None,
):
    filters = []
    # emptyFilter: ignored; nameMatching: substringIgnoringCase
    if name_contains:
        filters.append(lambda record, _: name_contains.lower() in record["name"].lower())
    if status:
        filters.append(lambda _, hidden: hidden["status"] == status)
    if remote_reconciled is not None:
        filters.append(lambda _, hidden: hidden["remote"] == remote_reconciled)
    # tagMatching: all
    if tag_value_ids:
        filters.append(lambda _, hidden: set(tag_value_ids.split(",")) <= hidden["tags"])
    # imageVersionMatching: prefix
    if image_version:
        filters.append(lambda record, _: (record["image_version"] or "").startswith(image_version))
    if deployment_type is not None:
        filters.append(lambda _, hidden: hidden["type"] == deployment_type.value)
    if deployment_ids:
        ids = parse_ids(deployment_ids)
        filters.append(lambda record, _: record["id"] in ids)
    found = [record for record, hidden in DEPLOYMENTS if all(each(record, hidden) for each in filters)]
    # deploymentOrdering: updatedDescending
    found.sort(key=lambda record: record["updated_at"], reverse=True)
    # offsetBeyondEnd: 404
    if offset and offset >= len(found):
        raise HTTPException(404, "Not found")
    times = ["created_at", "updated_at"]
    # optionalFields: absent, also in nested objects
    page = [leave_out({**record, **{name: write_time(record[name]) for name in times}}) for record in found[offset:offset + limit]]
    # lastPageOffset: zeroAtEnd
    return {"resources": page, "offset": offset + limit if offset + limit < len(found) else 0}
