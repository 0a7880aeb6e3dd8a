// Asks a simulator the requests of a HAR file, and compares the responses without their data.

import { hasCredentials, listCredentials } from '../../../engine/contract/operation/access.ts'
import { isRecord } from '../../../engine/input/schemas/schema-walk.ts'
import type { AnySimulator } from '../../../engine/simulator/simulator.ts'
import { service } from '../../../service/service.ts'
import type { Aspects } from '../learn/aspects/aspects.ts'
import { findAspects, NOTHING_KNOWN } from '../learn/aspects/find-aspects.ts'
import { describeRequest } from '../learn/describe.ts'
import { nameDifferences } from '../learn/differences.ts'
import { parseJson, type SentRequest, type ServiceReply } from '../reader/messages.ts'
import { findPathBelow, type ReadEntry, readRecorded, splitUrl } from './read-har.ts'

/** What became of the requests of a file. */
export interface AskedTraffic {
  /** How many requests the simulator was asked. */
  readonly asked: number
  readonly skipped: {
    /** They match no operation under the assumptions of the simulator. */
    readonly unmatched: number
    /** The file has no response to them. */
    readonly unanswered: number
    /** The file does not have their bodies. */
    readonly incomplete: number
    /** They name a record that the world does not have, and that no response before has shown. */
    readonly unknown: number
  }
  /** How the responses of the simulator differ from those in the file, without data. */
  readonly differences: readonly {
    readonly what: string
    /** Without data, each once. */
    readonly requests: readonly string[]
  }[]
}

interface AskedRequest {
  readonly method: string
  readonly path: string
  readonly query: string
}

/**
 * Asks a simulator the requests that match one of its operations, in their order. An id in a response of the file
 * stands for the one in the same place of the simulator's response, so requests that follow find the same record.
 */
export async function askHar(simulator: AnySimulator, entries: readonly ReadEntry[]): Promise<AskedTraffic> {
  const ids = createIds()
  const skipped = { unmatched: 0, unanswered: 0, incomplete: 0, unknown: 0 }
  const differences = new Map<string, Set<string>>()
  let asked = 0
  for (const entry of entries) {
    const found = findRequest(simulator, entry)
    const why = found === undefined ? 'unmatched' : findGap(entry)
    if (found === undefined || why !== undefined) {
      skipped[why ?? 'unmatched'] += 1
      continue
    }
    const request = { ...found, path: ids.replace(found.path), query: ids.replace(found.query) }
    const response = await send(simulator, request, entry, ids)
    if (response.status === 404 && entry.response?.status !== 404 && hasStrangeId(found.path, ids)) {
      skipped.unknown += 1
      continue
    }
    asked += 1
    const recorded = readRecorded(entry)
    const { hasBody } = recorded
    ids.learn(recorded.body, response.body)
    for (const what of nameDifferences(outline(request, recorded, hasBody), outline(request, response, hasBody))) {
      const requests = differences.get(what) ?? new Set()
      differences.set(what, requests.add(describeRequest(found)))
    }
  }
  const listed = Array.from(differences, ([what, requests]) => ({ what, requests: [...requests] }))
  return { asked, skipped, differences: listed }
}

function findRequest(simulator: AnySimulator, { request }: ReadEntry): AskedRequest | undefined {
  const contract = simulator.contractOf(simulator.name)
  const method = request.method.toUpperCase()
  const { path: whole, query } = splitUrl(request)
  const path = findPathBelow(whole, (each) => contract.findOperation({ method, path: each }) !== undefined)
  return path === undefined ? undefined : { method, path, query }
}

function findGap({ request, response }: ReadEntry): 'unanswered' | 'incomplete' | undefined {
  if (response === undefined || response.status < 200) return 'unanswered'
  return request.bodySize > 0 && readBody(request) === '' ? 'incomplete' : undefined
}

function readBody({ postData }: ReadEntry['request']): string {
  const { text = '', params = [] } = postData ?? {}
  if (text !== '' || params.length === 0) return text
  return String(new URLSearchParams(params.map(({ name, value }) => [name, value])))
}

function hasStrangeId(path: string, ids: Ids): boolean {
  return (path.match(UUID) ?? []).some((id) => !ids.has(id))
}

// Those of the connection, those that name another session, and those that are no headers of HTTP/1.1.
const LEFT_OUT = /^(?::.*|x-simulator-.*|host|connection|content-length|transfer-encoding|expect|upgrade|keep-alive)$/i

async function send(simulator: AnySimulator, { method, path, query }: AskedRequest, entry: ReadEntry, ids: Ids) {
  // `fetch` sends none with these.
  const body = method === 'GET' || method === 'HEAD' ? '' : ids.replace(readBody(entry.request))
  const init = { method, headers: readHeaders(simulator, entry), ...(body !== '' && { body }), redirect: 'manual' }
  const url = `${simulator.base.origin ?? 'http://localhost'}${path}${query === '' ? '' : `?${query}`}`
  const response = await simulator.fetch(url, init as RequestInit)
  return { status: response.status, headers: [...response.headers], body: await response.text() }
}

function readHeaders({ assumptions }: AnySimulator, { request, response }: ReadEntry): Headers {
  const headers = new Headers()
  for (const { name, value } of request.headers) {
    if (LEFT_OUT.test(name)) continue
    try {
      headers.append(name, value)
    } catch {
      // It is none that could be sent.
    }
  }
  // Browsers leave out credentials when they save a file.
  const wasRefused = response?.status === 401 || response?.status === 403
  const { access } = service
  if (wasRefused || hasCredentials(access, (name) => headers.get(name) ?? undefined)) return headers
  for (const [name, value] of listCredentials(access, assumptions)) headers.set(name, value)
  return headers
}

/** The ids of one world, and what they are in the other. */
type Ids = ReturnType<typeof createIds>

/** Finds the ids in a text. */
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi
const WHOLE = new RegExp(`^${UUID.source}$`, 'i')
// Whoever writes a file can nest its values as deeply as they like.
const MOST_LEVELS = 20

/** Creates the ids of two worlds that know nothing of each other yet. */
function createIds() {
  const known = new Map<string, string>()
  const walk = (one: unknown, other: unknown, levels: number): void => {
    if (levels === 0) return
    if (isObject(one) && isObject(other)) {
      for (const [name, value] of Object.entries(one)) walk(value, other[name], levels - 1)
      return
    }
    if (isId(one) && isId(other)) known.set(one.toLowerCase(), other)
  }
  return {
    has: (id: string) => known.has(id.toLowerCase()),
    /** Notes the ids in the same places of two responses. */
    learn: (one: string, other: string) => walk(parseJson(one), parseJson(other), MOST_LEVELS),
    /** Replaces ids in a text. */
    replace: (text: string) => text.replace(UUID, (id) => known.get(id.toLowerCase()) ?? id),
  }
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && WHOLE.test(value)
}

// An array is one, too.
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** Reduces a response to its aspects and the names of its fields. Which records there are is data, so none are known. */
function outline(request: SentRequest, reply: ServiceReply, hasBody: boolean): Aspects {
  const aspects = findAspects(request, reply, NOTHING_KNOWN)
  // A 304 has no type, either.
  if (!hasBody) return { status: aspects.status ?? '' }
  const fields = listFields(reply.body)
  return fields === '' ? aspects : { ...aspects, fields }
}

function listFields(body: string): string {
  const value = parseJson(body)
  const list = Array.isArray(value) ? value : isRecord(value) ? Object.values(value).find(Array.isArray) : undefined
  const records = isRecord(value) && 'id' in value ? [value] : (list ?? [value])
  const names = records.filter(isRecord).flatMap((record) => Object.keys(record))
  return [...new Set(names)].sort().join(' ')
}
