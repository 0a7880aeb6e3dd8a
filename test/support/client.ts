import type { Simulator } from '../../src/index.ts'

export type WireRecord = Record<string, unknown> & { id: string; name: string }

export interface Page {
  resources: WireRecord[]
  offset: number
}

/** Fetches JSON from a simulator. */
export async function fetchJson<Body = unknown>(simulator: Pick<Simulator, 'fetch'>, target: string): Promise<Body> {
  const response = await simulator.fetch(target)
  return (await response.json()) as Body
}

/** Creates a deployment of the first repository, as a client does. */
export function postDeployment({ fetch, db }: Pick<Simulator, 'fetch' | 'db'>): Promise<Response> {
  const [repository] = db.repositories.list()
  return fetch('/v2/deployments', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      integration_id: repository?.integration_id,
      source_config: { repo_url: repository?.url },
      source_revision_config: { repo_ref: 'main' },
    }),
  })
}

/** Follows all pages of a list as the contract tells clients to, and returns their records. */
export async function fetchAllPages(simulator: Simulator, query: URLSearchParams): Promise<WireRecord[]> {
  const records: WireRecord[] = []
  let offset = 0
  for (;;) {
    const page = await fetchJson<Page>(simulator, `/v2/deployments?${query}&offset=${offset}`)
    if (page.resources.length === 0) return records
    records.push(...page.resources)
    offset = page.offset
  }
}
