// Whatever the program can be asked for, in a world with large records and a full request log: many requests at once.
import { buildAttack, expectResponses, send } from './moves.mjs'
import { writeGet, writeWithBody } from './requests.mjs'

const BASE = '/_s/large'
const AGENT = `${BASE}/_simulator/mcp`
const PATIENCE = 120_000
const MCP = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' }
const MCP_HEADERS = [['Host', 'localhost'], ...Object.entries(MCP)]
const RECORD_CHARACTERS = 900_000
const BODY_CHARACTERS = 60_000
const QUERIES = {
  '/records/deployments': '?limit=1000',
  '/records/revisions': '?limit=1000',
  '/sessions': '?limit=1000',
}
// What a tool is called with, unless its defaults do.
const ARGUMENTS = {
  ask: { path: '/v2/deployments', query: 'limit=100', headers: { 'X-Api-Key': 'limits' } },
  change_record: { action: 'delete', resource: 'uploads', id: 'x' },
  list_requests: { limit: 100 },
  make_test: { last: 2 },
  see_records: { resource: 'deployments', limit: 50 },
  snapshot: { action: 'list' },
}

/**
 * Fills a session, and lists an attack for each operation of the control API that reads something, and one for each
 * tool of agents. What is new is found by itself.
 *
 * @param options how many records and requests there are, and how many requests are sent at once
 */
export async function listLargeResponses({ program, control, material }, { records, requests, atOnce }) {
  const ids = await fill(control, { records, requests })
  const attackWith = (what, bytes) =>
    buildAttack('limits', `${atOnce} times ${what}`, {
      connections: atOnce,
      scripts: [[send(bytes), expectResponses(1)]],
      patience: PATIENCE,
      quiet: PATIENCE,
    })
  const reading = material.controls.filter(({ method }) => method === 'GET')
  const tools = await listTools(program)
  return [
    ...reading.map(({ template }) => {
      const target = `${BASE}/_simulator${fillPath(template, ids)}${QUERIES[template] ?? ''}`
      return attackWith(`GET ${template}`, writeGet(target))
    }),
    ...tools.map((tool) => {
      const body = writeMessage('tools/call', { name: tool.name, arguments: findArguments(tool) })
      return attackWith(`MCP ${tool.name}`, writeWithBody('POST', AGENT, body, MCP_HEADERS))
    }),
  ]
}

async function fill(control, { records, requests }) {
  await control('POST', '/_simulator/sessions', { name: 'large', scenario: 'empty' })
  const secrets = [{ name: 'A', value: 'x'.repeat(RECORD_CHARACTERS) }]
  let deployment = ''
  for (let index = 0; index < records; index += 1) {
    const { id } = await control('POST', `${BASE}/_simulator/records/deployments`, { name: `large-${index}`, secrets })
    deployment = id ?? deployment
  }
  const body = { name: 'large', unknown: 'x'.repeat(BODY_CHARACTERS) }
  for (let index = 0; index < requests; index += 1) await control('POST', `${BASE}/v2/deployments`, body)
  await control('POST', `${BASE}/_simulator/snapshots`, { name: 'large' })
  return { deployment, request: requests }
}

function fillPath(template, { deployment, request }) {
  const [, subject] = template.split('/')
  const id = subject === 'requests' ? request : deployment
  return template.replace('{resource}', 'deployments').replace('{name}', 'large').replace('{id}', id)
}

const writeMessage = (method, params) => ({ jsonrpc: '2.0', id: 1, method, params })

async function listTools({ port }) {
  const response = await fetch(`http://127.0.0.1:${port}${AGENT}`, {
    method: 'POST',
    headers: { ...MCP, 'content-type': 'application/json' },
    body: JSON.stringify(writeMessage('tools/list', {})),
  })
  const text = await response.text()
  return JSON.parse(text.slice(text.indexOf('{'))).result.tools
}

function findArguments({ name, inputSchema: { required = [] } }) {
  const given = ARGUMENTS[name] ?? {}
  const missing = required.filter((each) => !(each in given))
  if (missing.length === 0) return given
  throw new Error(`Failed to call the tool ${name}: it needs ${missing}. Add them to ARGUMENTS.`)
}
