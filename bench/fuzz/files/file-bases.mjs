import { readFileSync } from 'node:fs'

/** A scenario as a user would write it. */
export const BASE = readFileSync(new URL('scenario.yaml', import.meta.url), 'utf8')
/** The same kind of scenario as a value. */
export const SCENARIO = {
  name: 'fuzz',
  description: 'A user’s own.',
  seed: 7,
  now: '2026-03-02T09:00:00Z',
  providers: 2,
  integrations: [
    { kind: 'standard', name: 'lumen-works', repositories: [{ count: 2 }, { record: { name: 'search' } }] },
  ],
  deployments: [
    { count: 3, record: { status: 'READY' } },
    { record: { name: 'a', image_version: null, secrets: [{ name: 'A', value: 'b' }] } },
  ],
  assumptions: { lastPageOffset: 'limit' },
  latency: { min: 1, max: 5 },
  faults: [
    {
      id: 'a',
      match: { operation: 'listDeployments' },
      effect: { kind: 'status', status: 503 },
      probability: 0.5,
      times: 2,
    },
  ],
  chaos: { level: 0.1, seed: 3 },
}
/** A snapshot. */
export const SNAPSHOT = {
  format: 'deploymock-snapshot',
  version: 1,
  scenario: SCENARIO,
  preset: 'spec',
  assumptions: {},
  current: {
    assumptions: { lastPageOffset: 'limit' },
    faults: SCENARIO.faults,
    changes: { now: '2026-03-02T09:10:00Z' },
  },
}

const file = (extension) => (family, text) => ({ family, extension, bytes: Buffer.from(text) })
/** A YAML file. */
export const yaml = file('yaml')
/** A JSON file. */
export const json = file('json')
