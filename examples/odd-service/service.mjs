import { createServer } from 'node:http'

const WORDS = [
  'atlas',
  'birch',
  'cobalt',
  'dune',
  'ember',
  'fjord',
  'grove',
  'harbor',
  'iris',
  'juniper',
  'krill',
  'lumen',
]
const STATUSES = ['READY', 'UNUSED', 'ON_HOLIDAY']
const MOST = 50
// Every so many requests, something is broken.
const BREAKS_AFTER = 9

/** Its records lack fields, have others, and write times and nulls in their own way. */
const deployments = WORDS.map((word, index) => ({
  id: `00000000-0000-4000-8000-0000000001${10 + index}`,
  tenant_id: '00000000-0000-4000-8000-000000000001',
  name: `${word}-${'service'.slice(0, (index * 5) % 8)}`,
  region: index % 2 === 0 ? 'north' : 'south',
  source: 'github',
  source_config: { integration_id: 7000 + index, repo_url: `https://git.example/${word}`, build_on_push: 'yes' },
  source_revision_config: { repo_ref: 'main' },
  secrets: [{ name: 'TOKEN', value: '<hidden>' }],
  created_at: `2026-01-${10 + index} 08:30:00`,
  updated_at: new Date(Date.UTC(2026, 1, 20 - index)).toUTCString(),
  status: STATUSES[index % STATUSES.length],
}))

const providers = [3, 1, 2].map((number) => ({
  id: number,
  provider_id: `provider-${number}`,
  name: `Provider ${number}`,
  auth_url: 'https://login.example/auth',
  uses_pkce: 'sometimes',
}))

// The longest name first.
const listed = deployments.toSorted((one, other) => other.name.length - one.name.length)

/** Its parameters: the ones of the contract that it does not have are ignored. */
function selectDeployments(query) {
  const { search = '', status, tag = '' } = Object.fromEntries(query)
  return listed.filter(
    (each) =>
      each.name.startsWith(search) && each.region.startsWith(tag) && (status === undefined || each.status !== status),
  )
}

/** Pages are counted from the end, and the offset of a page is how many records come before it. */
function listDeployments(query) {
  const found = selectDeployments(query)
  const limit = query.get('limit') ?? '4'
  if (!/^\d+$/.test(limit)) return refuse(400, 'NOT_A_NUMBER', 'limit')
  const offset = Number.parseInt(query.get('offset') ?? '0', 10) || 0
  const end = Math.max(0, found.length - offset)
  const start = Math.max(0, end - Math.min(Number(limit), MOST))
  const resources = found.slice(start, end)
  return resources.length === 0 ? { status: 204 } : json(200, { resources, offset: start, mood: 'fine' })
}

const routes = {
  '/v2/deployments': listDeployments,
  '/v2/auth/providers': () => json(200, { providers }),
  '/v2/deployments/count': () => json(200, deployments.length),
}

const json = (status, value) => ({ status, type: 'application/json', body: JSON.stringify(value) })

const refuse = (status, code, about) =>
  json(status, { ok: false, trouble: { code, about, help: 'https://help.example' } })

const page = (status, text) => ({
  status,
  type: 'text/html',
  body: `<!doctype html><title>${text}</title><h1>${text}</h1>`,
})

/**
 * Creates a service that has the paths of the contract, and answers them as nobody expects.
 *
 * @param hasZone whether its deployments have a zone, which they got later
 */
export function createOddService({ hasZone = false } = {}) {
  let count = 0
  const answer = (method, url, headers) => {
    count += 1
    if (count % BREAKS_AFTER === 0) return { status: 500, type: 'text/plain', body: 'Oops.' }
    if (headers['x-api-key'] === undefined) return page(200, 'Sign in')
    if (method === 'OPTIONS') return refuse(418, 'TEAPOT', method)
    const route = routes[url.pathname]
    return route === undefined ? page(404, 'Lost') : route(url.searchParams)
  }
  return createServer(({ method, url, headers }, response) => {
    const { status, type = 'text/plain', body = '' } = answer(method, new URL(url, 'http://odd'), headers)
    response.writeHead(status, { 'content-type': type })
    response.end(method === 'HEAD' ? undefined : hasZone ? body.replaceAll('"region"', '"zone":"a","region"') : body)
  })
}
