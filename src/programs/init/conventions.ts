/** Finds what all operations of a document have in common: errors, credentials, headers, the path below which they are. */

import { type Meanings, readMeaning, type WriteKnown, writeLike } from './like.ts'
import type { DocumentOperation } from './operations.ts'
import { type Json, type OpenApiDocument, read, toList, toObject, toText } from './read-document.ts'
import { isText } from './shape.ts'
import { listUsed, namesIn, object, property, text } from './source.ts'

/** Returns what most have, compared by how it is written. */
export function findMostCommon<Value>(values: readonly Value[], write: (value: Value) => string): Value | undefined {
  const counts = new Map<string, number>()
  for (const each of values) counts.set(write(each), (counts.get(write(each)) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return values.find((each) => counts.get(write(each)) === most)
}

export interface Conventions {
  /** What the declaration of the API has. */
  readonly options: readonly (string | undefined)[]
  readonly basePath: string
  /** The headers of a request with credentials, if it needs some. */
  readonly headers: string | undefined
}

/** Writes what operations of a document have in common, beside lists. */
export function writeConventions(document: OpenApiDocument, operations: readonly DocumentOperation[]): Conventions {
  const { title, version } = toObject(document.root.info)
  const basePath = readBasePath(document)
  const credentials = findCredentials(document, operations)
  const error = writeError(operations)
  const bodies = operations.flatMap(({ body }) => (body === undefined ? [] : [body.isForm]))
  const failures = operations.flatMap((each) => (each.body === undefined ? [] : each.failures))
  const invalid = findMostCommon(
    failures.map(({ status }) => status).filter((each) => each === 400 || each === 422),
    String,
  )
  const key = operations.flatMap(({ headers }) => headers).find((each) => IDEMPOTENCY.test(each))
  const { header = '', scheme } = credentials ?? {}
  return {
    options: [
      property('title', text(toText(title).slice(0, 100) || 'API')),
      property('version', text(String(version ?? '1').slice(0, 30))),
      basePath === '' ? undefined : property('basePath', text(basePath)),
      credentials &&
        property(
          'credentials',
          object(Object.entries(credentials).map(([name, value]) => property(name, text(value)))),
        ),
      findMostCommon(bodies, String) ? property('bodies', "'form'") : undefined,
      error && property('error', error),
      invalid === 400 ? property('invalidStatus', '400') : undefined,
      key && property('idempotencyKey', text(key)),
    ],
    basePath,
    headers: credentials && object([property(header, text(scheme === undefined ? 'any' : `${scheme} any`))]),
  }
}

const IDEMPOTENCY = /^(x-)?idempotency-(key|token)$/i

/** Writes the function that writes errors, like the failures of most operations. */
function writeError(operations: readonly DocumentOperation[]): string | undefined {
  const shapes = operations.flatMap(({ failures }) => failures.flatMap(({ shape }) => shape ?? []))
  const usual = findMostCommon(shapes, ({ component, fields }) => component ?? [...fields.keys()].join(' '))
  const body = usual && writeLike(usual, knowError)
  if (body === undefined || !namesIn(body).has('message')) return undefined
  return `({ ${listUsed(body, ['status', 'message', 'issues'])} }) => (${body})`
}

const MESSAGE = /^(message|msg|detail|error_description|error_message|description|title|reason|error)$/
const ERROR: Meanings = [
  ['string', MESSAGE, 'message'],
  ['string', /^(param|field|property)$/, 'issues[0]?.field ?? NOTHING'],
  ['string', /^(status|status_code|code|http_status)$/, 'String(status)'],
  ['number', /^(status|status_code|code|http_status)$/, 'status'],
]
const ISSUE: Meanings = [
  ['string', /^(field|path|loc|param|property|pointer|name|resource)$/, 'each.field'],
  ['string', /^(code|type|kind)$/, 'each.code'],
  ['string', MESSAGE, 'each.message'],
]

const knowError: WriteKnown = (leaf) => {
  const { name, shape } = leaf
  if (shape.type !== 'array') return readMeaning(ERROR, leaf)
  if (shape.items === undefined || !/^(errors|issues|details|violations|fields)$/.test(name)) return undefined
  const each = isText(shape.items) ? 'each.message' : writeLike(shape.items, (inner) => readMeaning(ISSUE, inner))
  return each && `issues.map((each) => ${each.startsWith('{') ? `(${each})` : each})`
}

/** Finds which credentials requests need; undefined if they need none that a header could have. */
function findCredentials({ root, follow }: OpenApiDocument, operations: readonly DocumentOperation[]) {
  const schemes = toObject(toObject(root.components).securitySchemes)
  const waysOf = ({ security }: DocumentOperation) => toList(security).map((each) => Object.keys(toObject(each)))
  // Where one of several ways needs nothing, nothing is needed.
  const secured = operations.filter((each) => waysOf(each).length > 0 && waysOf(each).every(({ length }) => length > 0))
  const names = secured.flatMap((each) => waysOf(each).flat())
  const headers = names.flatMap((name) => readScheme(toObject(follow(read(schemes, name)))))
  const found = findMostCommon(headers, (each) => each.join(' '))
  if (found === undefined) return undefined
  const isOnlyWrites =
    operations.some(({ method }) => method === 'GET') && secured.every(({ method }) => method !== 'GET')
  const [header, scheme] = found
  return { header, ...(scheme !== undefined && { scheme }), for: isOnlyWrites ? 'writes' : 'all' }
}

function readScheme({ type, in: place, name, scheme }: Json): (readonly [header: string, scheme?: string])[] {
  const isHeader = type === 'apiKey' && place === 'header' && /^[\w-]+$/.test(toText(name))
  if (isHeader) return [[toText(name)]]
  if (type === 'http') return [['Authorization', /^basic$/i.test(toText(scheme)) ? 'Basic' : 'Bearer']]
  return type === 'oauth2' || type === 'openIdConnect' ? [['Authorization', 'Bearer']] : []
}

/** Reads below which path all operations are, from the first server. */
function readBasePath({ root }: OpenApiDocument): string {
  const [server] = toList(root.servers).map(toObject)
  const variables = toObject(server?.variables)
  const url = toText(server?.url).replace(/\{(\w+)\}/g, (_, name: string) =>
    toText(toObject(read(variables, name)).default),
  )
  try {
    const path = new URL(url, 'http://localhost').pathname.replace(/\/+$/, '')
    return /^(\/[^/?#{}\s]+)*$/.test(path) ? path : ''
  } catch {
    return ''
  }
}
