import { expect, test } from 'vitest'
import { namedValues, presetValue } from '../../src/engine/define/assumptions/assumptions.ts'
import {
  type AssumptionId,
  type AssumptionOverrides,
  createSimulator,
  type Preset,
  type RegisterEntry,
  register,
  type Simulator,
} from '../../src/index.ts'
import { PRESETS } from '../../src/service/assumptions/presets.ts'
import { questions } from '../../src/service/assumptions/questions.ts'
import { sample } from '../support/scope.ts'

const INTEGRATION = '/v1/integrations/github/unknown/repos'
const creation = (more: object = {}) => ({
  integration_id: 'unknown',
  source_config: { repo_url: 'https://example.test/a' },
  source_revision_config: { repo_ref: 'main' },
  ...more,
})

const toJson = { method: 'POST', headers: { 'content-type': 'application/json' } }

/** What a client may do, one request after another. */
const steps: readonly ((simulator: Simulator) => Promise<Response> | Response | undefined)[] = [
  ({ fetch }) => fetch('/v2/deployments'),
  ({ fetch }) => fetch('/v2/deployments?limit=1'),
  ({ fetch }) => fetch('/v2/deployments?limit=7&offset=8'),
  ({ fetch }) => fetch('/v2/deployments?offset=12'),
  ({ fetch }) => fetch('/v2/deployments?offset=1000'),
  ({ fetch }) => fetch('/v2/deployments?status=READY'),
  ({ fetch }) => fetch('/v2/deployments?status=HIBERNATED'),
  ({ fetch }) => fetch('/v2/deployments?status=nothing'),
  ({ fetch }) => fetch('/v2/deployments?status='),
  ({ fetch }) => fetch('/v2/deployments?name_contains='),
  ({ fetch, db }) => fetch(`/v2/deployments?name_contains=${db.deployments.list()[0]?.name?.slice(1)}`),
  ({ fetch, db }) => fetch(`/v2/deployments?name_contains=${db.deployments.list()[0]?.name?.toUpperCase()}`),
  ({ fetch }) => fetch('/v2/deployments?image_version=0'),
  ({ fetch, tagValueIds }) => fetch(`/v2/deployments?tag_value_ids=${tagValueIds.slice(0, 2)}`),
  ({ fetch }) => fetch('/v2/deployments?tag_value_ids=x'),
  ({ fetch }) => fetch('/v2/deployments?status=null'),
  ({ fetch, db }) => fetch(`/v2/deployments?name=${db.deployments.list()[0]?.name}`),
  ({ fetch }) => fetch('/v2/deployments?agent_id=x'),
  ({ fetch }) => fetch('/v2/deployments?deployment_type=dev_zero'),
  ({ fetch }) => fetch('/v2/deployments?limit=05'),
  ({ fetch }) => fetch('/v2/deployments?limit=1&limit=2'),
  ({ fetch }) => fetch('/v2/deployments?limit=x'),
  ({ fetch }) => fetch('/v2/deployments?remote_reconciled=yes'),
  ({ fetch }) => fetch('/v2/deployments?unknown=1'),
  ({ fetch }) => fetch('/v2/deployments?limit=1', { method: 'HEAD' }),
  ({ fetch }) => fetch(`/v2/deployments?name_contains=${'x'.repeat(9000)}`),
  ({ fetch }) => fetch('/v2/deployments', { method: 'DELETE' }),
  ({ fetch }) => fetch('/v2/deployments/', { redirect: 'manual' }),
  ({ fetch }) => fetch('/api-host/v2/deployments'),
  ({ fetch }) => fetch('/v2/auth/providers'),
  ({ fetch }) => fetch('/v2/auth/providers', { headers: { 'x-api-key': 'key', 'x-tenant-id': 'workspace' } }),
  ({ fetch }) => fetch('/v2/auth/providers', { headers: { 'x-api-key': 'key' } }),
  ({ fetch }) => fetch('/v2/auth/providers', { headers: { origin: 'http://page.test' } }),
  ({ fetch }) => fetch('/v2/auth/providers', { headers: { 'x-service-key': 'token', 'x-user-id': 'user' } }),
  ({ fetch, db }) => fetch(`/v1/integrations/github/${db.integrations.list()[0]?.id}/repos`),
  ({ fetch }) => fetch(INTEGRATION),
  ({ fetch }) => fetch(INTEGRATION.replace('v1', 'v2')),
  ({ fetch }) => fetch('/v2/deployments', { method: 'POST', body: '{' }),
  ({ fetch }) => fetch('/v2/deployments', { ...toJson, body: '\ufeff{}' }),
  ({ fetch }) => fetch('/v2/deployments', { ...toJson, body: Buffer.from('{}', 'utf16le') }),
  ({ fetch }) => fetch('/v2/deployments', { method: 'POST', body: JSON.stringify(creation()) }),
  ({ fetch, db }) => {
    const [repository] = db.repositories.list()
    const [deployment] = db.deployments.list()
    const body = creation({
      name: deployment?.name,
      integration_id: repository?.integration_id,
      source_config: { repo_url: repository?.url },
      source_revision_config: { repo_ref: repository?.default_branch },
    })
    return fetch('/v2/deployments', { method: 'POST', body: JSON.stringify(body) })
  },
  ({ fetch, db }) => fetch(`/v2/deployments/${db.deployments.list()[0]?.id}/logs?limit=1`),
  ({ fetch, db }) => fetch(`/v2/deployments/${db.deployments.list()[0]?.id}/logs?level=WARNING`),
  ({ clock }) => void clock.advance(60_000),
  ({ fetch }) => fetch('/v2/deployments?status=READY&limit=1'),
  ({ fetch }) => fetch('/v2/deployments?status=AWAITING_DATABASE'),
]

/** Does the steps in turn. Yields the text of each response. */
async function* play(simulator: Simulator): AsyncIterable<string> {
  for (const step of steps) {
    const response = await step(simulator)
    if (response === undefined) continue
    const headers = ['allow', 'location', 'content-type', 'www-authenticate'].map((name) => response.headers.get(name))
    yield JSON.stringify([response.status, headers, await response.text()])
  }
}

interface Seen {
  text: string
  /** The assumptions that this response and all earlier ones depend on. */
  dependsOn: ReadonlySet<string>
}

async function observe(preset: Preset): Promise<Seen[]> {
  const simulator = createSimulator({ preset, deployments: 12 })
  const dependsOn = new Set<string>()
  const seen: Seen[] = []
  for await (const text of play(simulator)) {
    const last = simulator.requests.get(simulator.requests.count())
    for (const id of Object.keys(last?.explanation.assumptions ?? {})) dependsOn.add(id)
    seen.push({ text, dependsOn: new Set(dependsOn) })
  }
  return seen
}

/** Returns the number of the first response that is different with a value of an assumption; -1 if there is none. */
async function findChanged(before: readonly Seen[], preset: Preset, [id, value]: [string, string]): Promise<number> {
  const simulator = createSimulator({ preset, deployments: 12, assumptions: { [id]: value } as AssumptionOverrides })
  let index = 0
  for await (const text of play(simulator)) {
    if (text !== before[index]?.text) return index
    index += 1
  }
  return -1
}

const entries = Object.entries(register) as [AssumptionId, RegisterEntry][]
const cases = PRESETS.flatMap((preset, number) =>
  // Otherwise, every other entry is tested, and only under one preset.
  sample([...entries.slice(2 * number), ...entries.slice(0, 2 * number)], 2 * PRESETS.length).map(
    ([id, entry]) => [preset, id, entry] as const,
  ),
)

const known = new Map<Preset, Promise<Seen[]>>()
test.for(cases)('a response that an assumption changes depends on it under %s: %s', async ([preset, id, entry]) => {
  const before = await (known.get(preset) ?? observe(preset))
  known.set(preset, Promise.resolve(before))
  // The value of the preset is that of the responses before.
  for (const value of namedValues(entry).filter((each) => each !== presetValue(questions, entry, preset))) {
    const changed = await findChanged(before, preset, [id, value])
    if (changed >= 0)
      expect([...(before[changed]?.dependsOn ?? [])], `${id}=${value}, request ${changed}`).toContain(id)
  }
})
