// Learns what a varied service does from the traffic of a random client, and compares that with what it was made to do.

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Draw, openDraw } from '../../src/engine/store/random.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'

import { prepareTraffic } from '../../src/programs/real-service/har/learn-traffic.ts'
import { readTraffic } from '../../src/programs/real-service/har/traffic.ts'
import { learn } from '../../src/programs/real-service/learn/learn.ts'
import type { Values } from '../../src/programs/real-service/learn/services.ts'
import type { Preset } from '../../src/service/assumptions/presets.ts'
import { basePathsOf, repositoryPathsOf } from '../../src/service/assumptions/values.ts'
import { describeDecided, drawScenario } from './closed-loop.ts'

/** What was learned from the traffic of a client. */
export interface HarRun {
  /** The questions that were decided, each with the operation whose response decided it. */
  readonly decided: Readonly<Record<string, string>>
  /** The values that the service does not have. */
  readonly wrong: readonly string[]
  readonly unexplained: number
  readonly compared: number
  readonly sent: number
  /** The CPU time of learning. */
  readonly milliseconds: number
}

/** Lets a random client use a service with random assumptions, and learns what the service does from its traffic. */
export async function learnTraffic(seed: number, preset: Preset): Promise<HarRun> {
  const simulator = createSimulator({ preset, vary: seed, scenario: drawScenario(seed) })
  const draw = openDraw(seed, 'bench/learn', 0, `traffic of ${preset}`)
  const entries = await useService(simulator, draw)
  const folder = await mkdtemp(join(tmpdir(), 'traffic-'))
  const file = join(folder, 'client.har')
  await writeFile(file, JSON.stringify({ log: { version: '1.2', entries } }))
  const run = await learnFiles([file], preset, simulator.assumptions as Values)
  await rm(folder, { recursive: true })
  return { ...run, sent: entries.length }
}

/** Learns from files what a server with `--vary SEED` does, whoever has used it. */
export async function learnSaved(files: readonly string[], seed: number, preset: Preset): Promise<HarRun> {
  const { assumptions } = createSimulator({ preset, vary: seed, deployments: 1 })
  return learnFiles(files, preset, assumptions as Values)
}

/** What `record-traffic.mjs` writes for a request. */
interface RecordedLine {
  readonly preset: Preset
  readonly assumptions: Values
  readonly entry: { readonly _session: string }
}

/** Learns from what was recorded in a folder. Each session, and each change of its assumptions, is a service. */
export async function learnRecorded(folder: string): Promise<readonly HarRun[]> {
  const runs: HarRun[] = []
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name), 'utf8')
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line): RecordedLine => JSON.parse(line))
    const keyOf = ({ assumptions, entry }: RecordedLine) => JSON.stringify([entry._session, assumptions])
    for (const key of new Set(lines.map(keyOf))) {
      const own = lines.filter((each) => keyOf(each) === key)
      const file = join(folder, `${name}.${runs.length}.har`)
      await writeFile(file, JSON.stringify({ log: { entries: own.map(({ entry }) => entry) } }))
      const [{ preset, assumptions }] = own as [RecordedLine]
      // Some have nothing that can be compared.
      const run = await learnFiles([file], preset, assumptions).catch(() => undefined)
      runs.push({ ...(run ?? NOTHING_LEARNED), sent: own.length })
    }
  }
  return runs
}

const NOTHING_LEARNED = { decided: {}, wrong: [], unexplained: 0, compared: 0, milliseconds: 0 }

async function learnFiles(files: readonly string[], preset: Preset, actual: Values): Promise<HarRun> {
  const traffic = await readTraffic(files)
  const before = process.cpuUsage()
  const { reader, options } = prepareTraffic(traffic, preset)
  const learned = await learn(reader, options)
  const { user, system } = process.cpuUsage(before)
  return {
    decided: describeDecided(learned),
    wrong: Object.entries(learned.assumptions)
      .filter(([id, value]) => actual[id as keyof Values] !== value)
      .map(([id, value]) => `${id}=${value} instead of ${actual[id as keyof Values]}`),
    unexplained: learned.unexplained.length,
    compared: reader.sent,
    sent: traffic.exchanges.length,
    milliseconds: (user + system) / 1000,
  }
}

const START = Date.parse('2026-03-02T09:00:00Z')
const LEAST_REQUESTS = 40
const MOST_REQUESTS = 200
const CREDENTIALS = [
  { name: 'X-Api-Key', value: 'a-key' },
  { name: 'Authorization', value: 'Bearer a-token' },
  { name: 'X-Tenant-Id', value: '00000000-0000-4000-8000-000000000001' },
]

/** Sends random requests, and returns the entries of a HAR file. */
async function useService(simulator: Simulator, draw: Draw): Promise<readonly unknown[]> {
  const entries: unknown[] = []
  // Some files are saved without credentials, and some services are used by others, too.
  const [isSanitized, isShared] = [draw.chance(0.5), draw.chance(0.5)]
  let now = START
  const client = createClient(simulator, draw)
  const count = draw.integer(LEAST_REQUESTS, MOST_REQUESTS)
  while (entries.length < count) {
    for (const planned of client.plan()) {
      if (isShared) changeMeanwhile(simulator, draw)
      const headers = draw.chance(0.04) ? [] : CREDENTIALS
      const response = await send(simulator, planned, headers)
      const text = await response.text()
      client.note(text)
      const time = draw.integer(1, 40)
      const { method, target } = planned
      entries.push({
        startedDateTime: new Date(now).toISOString(),
        time,
        request: { method, url: `https://api.example.com${target}`, headers: isSanitized ? [] : headers, bodySize: 0 },
        response: writeResponse(response, text, draw),
      })
      const pause = time + draw.integer(1, draw.chance(0.1) ? 30_000 : 300)
      simulator.clock.advance(pause)
      now += pause
    }
  }
  return entries
}

function send({ fetch }: Simulator, { method, target, body }: Planned, credentials: typeof CREDENTIALS) {
  const headers = new Headers(credentials.map(({ name, value }): [string, string] => [name, value]))
  if (body !== undefined) headers.set('content-type', 'application/json')
  return fetch(target, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

function writeResponse({ status, headers }: Response, text: string, draw: Draw) {
  const kept = draw.chance(0.02) ? text.slice(0, text.length / 2) : text
  const base64 = { encoding: 'base64', text: Buffer.from(kept).toString('base64') }
  return {
    status,
    headers: [...headers].map(([name, value]) => ({ name, value })),
    content: { mimeType: headers.get('content-type') ?? '', ...(draw.chance(0.1) ? base64 : { text: kept }) },
  }
}

/** Changes a record now and then. */
function changeMeanwhile({ db }: Simulator, draw: Draw): void {
  if (!draw.chance(0.03)) return
  const old = pick(draw, db.deployments.list())
  const action = draw.integer(0, 2)
  if (action === 0 || old === undefined) db.deployments.create()
  else if (action === 1) db.deployments.delete(old.id)
  else db.deployments.update(old.id, { status: pick(draw, db.deployments.list())?.status ?? old.status })
}

interface Planned {
  readonly method: string
  readonly target: string
  readonly body?: unknown
}

function pick<Item>(draw: Draw, items: readonly Item[]): Item | undefined {
  return items.length === 0 ? undefined : items[draw.integer(0, items.length - 1)]
}

/** What a client has seen. */
interface Seen {
  readonly ids: string[]
  readonly names: string[]
}

/** A client that follows what it has seen. */
function createClient(simulator: Simulator, draw: Draw) {
  const seen: Seen = { ids: [], names: ['agent'] }
  const plans = [...listSearches(simulator, seen, draw), ...listOthers(simulator, seen, draw)]
  return {
    plan: (): readonly Planned[] => pick(draw, plans)?.() ?? [],
    note(text: string) {
      for (const [, name = ''] of text.matchAll(/"name": ?"([\w-]{4,})"/g)) seen.names.push(name)
      for (const [, found = ''] of text.matchAll(/"id": ?"([\da-f-]{36})"/g)) seen.ids.push(found)
    },
  }
}

type Plan = () => readonly Planned[]

const UNKNOWN_ID = '8a1e9a52-93c0-4d0e-9d1c-4f1f4ad8a2f7'
const get = (target: string): Planned => ({ method: 'GET', target })
const placeOf = ({ assumptions }: Simulator) => basePathsOf(assumptions)[0] ?? ''

/** Requests that list deployments. */
function listSearches(simulator: Simulator, { ids, names }: Seen, draw: Draw): readonly Plan[] {
  const list = `${placeOf(simulator)}/v2/deployments`
  const id = () => pick(draw, ids.slice(-40)) ?? UNKNOWN_ID
  const limit = () => pick(draw, [5, 10, 20, 50, 100, 100, 100])
  const find = (...queries: readonly string[]) => queries.map((query) => get(`${list}?${query}`))
  const one = (name: string, values: readonly string[]) => find(`${name}=${pick(draw, values)}&limit=100`)
  const part = () => {
    const name = pick(draw, names) ?? 'agent'
    const text = name.slice(draw.integer(0, 2), draw.integer(3, name.length))
    return encodeURIComponent(draw.chance(0.3) ? text.toUpperCase() : text)
  }
  return [
    () => find('limit=100'),
    () => [get(list)],
    () => find(`limit=${limit()}`, `limit=${limit()}&offset=${pick(draw, [0, 5, 10, 20, 100])}`),
    () => {
      const size = limit() ?? 20
      const pages = Array.from({ length: draw.integer(2, 7) }, (_, place) => `limit=${size}&offset=${place * size}`)
      return find(...pages)
    },
    () => find('limit=100', `limit=100&name_contains=${part()}`),
    () => find(`limit=100&name_contains=${part()}`),
    () => one('status', ['READY', 'AWAITING_DATABASE', 'UNUSED', 'ready', 'NEW', 'UNKNOWN']),
    () => find(`limit=100&deployment_ids=${id()}`, `limit=100&deployment_ids=${id()},${id()}`),
    () => one('image_version', ['0.7', '0.7.28', '', 'v1']),
    () => find('name_contains=&limit=100', 'status=&limit=100'),
    () => find(pick(draw, ['limit=0', 'limit=101', 'limit=abc', 'limit=-1', 'limit=', 'limit=1000']) ?? ''),
    () => find(pick(draw, ['offset=-1', 'offset=1000', 'offset=x', 'offset=1000&limit=100']) ?? ''),
    () => one('remote_reconciled', ['true', 'false', 'True', '1', 'x']),
    () => one('deployment_type', ['prod', 'dev', 'dev_free', 'x']),
  ]
}

/** Requests of single records, of other lists, and some that change something. */
function listOthers(simulator: Simulator, { ids }: Seen, draw: Draw): readonly Plan[] {
  const { db, assumptions } = simulator
  const base = placeOf(simulator)
  const list = `${base}/v2/deployments`
  const id = () => pick(draw, ids.slice(-40)) ?? UNKNOWN_ID
  return [
    () => [get(`${list}/${id()}`)],
    () => [get(`${list}/${id()}`), get(`${list}/${id()}/revisions?limit=${pick(draw, [5, 10, 100])}`)],
    () => [get(`${list}/${id()}/revisions`)],
    () => [get(`${list}/${pick(draw, [UNKNOWN_ID, 'nothing', id().toUpperCase()])}`)],
    () => [get(`${base}/v2/auth/providers`)],
    () => [get(`${base}/v2/listeners?limit=100`), get(`${base}/v1/integrations/github/install`)],
    () => {
      const { standard, alternate } = repositoryPathsOf(assumptions)
      const known = pick(draw, db.integrations.list())
      const path = draw.chance(0.8) === (known?.kind === 'standard') ? standard : alternate
      return [get(base + path.replace('{integration_id}', draw.chance(0.2) ? UNKNOWN_ID : (known?.id ?? 'x')))]
    },
    () => [get(`${list}/`), { method: 'HEAD', target: list }],
    () => [get(`${base}/v2/nothing`), get('/openapi.json'), get('/logo.svg')],
    () => [{ method: 'POST', target: list, body: { name: `new-${draw.integer(0, 9999)}` } }],
    () => {
      const [{ integration_id, url } = {}] = db.repositories.list()
      const source_config = { integration_id, repo_url: url, deployment_type: 'dev' }
      const source_revision_config = { repo_ref: 'main', langgraph_config_path: 'langgraph.json' }
      const name = `made-${draw.integer(0, 9999)}`
      const body = { name, source: 'github', integration_id, source_config, source_revision_config, secrets: [] }
      return [{ method: 'POST', target: list, body }, get(`${list}?limit=100`)]
    },
    () => [{ method: 'DELETE', target: `${list}/${id()}` }, get(`${list}?limit=100`)],
    () => [{ method: 'PATCH', target: `${list}/${id()}`, body: { source_revision_config: { repo_ref: 'next' } } }],
  ]
}
