// What is sent to a real service, and what it answers.

import { isRecord } from '../../../engine/input/schemas/schema-walk.ts'
import { decodeJson } from '../../../engine/input/text/decode.ts'
import { isNestedDeeper } from '../../../fastapi/json/read-json.ts'

/** A request to a real service. It can only read. */
export interface ReadRequest {
  readonly method: 'GET' | 'HEAD' | 'OPTIONS'
  /** The path below the base URL, encoded, such as `/v2/deployments`. */
  readonly path: string
  /** The query without the question mark, encoded. Default: none. */
  readonly query?: string
  /** Further headers, such as `accept`. Credentials come from the reader. */
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the credentials are left out, to see what the service answers without them. */
  readonly isAnonymous?: true
}

/** A request that was sent, whatever it did. */
export type SentRequest = Omit<ReadRequest, 'method'> & { readonly method: string }

/** What the service answered. */
export interface ServiceReply {
  readonly status: number
  /** With names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The body as text. It is cut after `MOST_BYTES` of the reader. */
  readonly body: string
  /** Whether every path gets it that is not there. Default: unknown. */
  readonly isOfFront?: true
}

/** Returns the value of a header, whose name is in lower case. */
export function headerOf({ headers }: ServiceReply, name: string): string | undefined {
  return headers.find(([each]) => each === name)?.[1]
}

/** Whether a status says that a response has a result. */
export const isSuccess = (status: number) => status >= 200 && status < 300

/** Writes a request as its method, path and query. */
export function formatRequest({ method, path, query = '' }: SentRequest): string {
  return `${method} ${path}${query === '' ? '' : `?${query}`}`
}

// Far more than the free-form fields of a world have, and few enough for whatever walks through them.
const MOST_LEVELS = 200

/** Parses JSON. Returns undefined if a text is none, or is nested too deeply. */
export function parseJson(text: string): unknown {
  return isTooDeep(text) ? undefined : decodeJson(text)
}

const USUAL_LISTS: readonly string[] = ['resources', 'items', 'data']

/** A list in a body, and the field that it stands in. A body may be the list itself. */
export interface List {
  readonly name?: string
  /** The field of the body that all of it stands in, such as the `data` of JSend. Default: none. */
  readonly within?: string
  /** What the list stands in, with all that is said about the page. A list that is the body has none. */
  readonly page?: JsonObject
  readonly items: readonly unknown[]
  /** What the service writes instead of a list of no record or of one. */
  readonly instead?: 'null' | 'nothing' | 'its record'
}

type JsonObject = Readonly<Record<string, unknown>>

/** Finds the list in the JSON of a response: the JSON itself, or a field of it. Each service may wrap it otherwise. */
export function findList(body: unknown): List | undefined {
  if (Array.isArray(body)) return { items: body }
  if (!isRecord(body) || 'id' in body || 'openapi' in body) return undefined
  const lists = Object.entries(body).filter(([, value]) => Array.isArray(value))
  const [name, items] = lists.find(isUsual) ?? (lists.length === 1 ? lists[0] : undefined) ?? []
  if (name !== undefined) return { name, page: body, items: items as readonly unknown[] }
  return lists.length > 0 ? undefined : (findWithin(body) ?? findInstead(body))
}

const isUsual = ([name]: readonly [string, unknown]) => USUAL_LISTS.includes(name)

function findWithin(body: JsonObject): List | undefined {
  for (const [within, value] of Object.entries(body)) {
    const list = isRecord(value) && Object.values(value).some(Array.isArray) ? findList(value) : undefined
    if (list !== undefined) return { ...list, within }
  }
  return undefined
}

function findInstead(page: JsonObject): List | undefined {
  const [name, value] = Object.entries(page).find(isUsual) ?? []
  if (name === undefined)
    return 'offset' in page ? { name: 'resources', page, items: [], instead: 'nothing' } : undefined
  if (isRecord(value) && 'id' in value) return { name, page, items: [value], instead: 'its record' }
  return value === null ? { name, page, items: [], instead: 'null' } : undefined
}

/** Whether the JSON of a successful response says that there was an error. Some services have no other status. */
export function isFailure(body: unknown): boolean {
  if (
    !isRecord(body) ||
    'id' in body ||
    Object.keys(body).some((name) => !/^errors?$/.test(name) && Array.isArray(body[name]))
  )
    return false
  const { error, errors, message, msg = message } = body
  return Boolean(error) || (Array.isArray(errors) && errors.length > 0) || typeof msg === 'string'
}

/** Whether a JSON text is nested too deeply to be read. */
export function isTooDeep(text: string): boolean {
  return isNestedDeeper(text, MOST_LEVELS)
}
