// Sends requests to the control API, and returns what it responds with or throws an error.

import { findCause, findReason } from '../../../engine/http/connection-error.ts'
import { textTypes, toMediaType } from '../../../engine/http/operation-declaration.ts'
import type { Issue } from '../../../engine/input/options/option-error.ts'
import { ControlError } from './control-error.ts'
import { writeArgument, writeQuery } from './write-input.ts'

/** What a request contains. */
export interface RequestInput {
  /** Its parameters. Undefined ones are left out, because the server rejects unknown ones. */
  readonly query?: object | undefined
  readonly body?: unknown
  /** Whether the body is sent as it is. Default: as JSON. */
  readonly isText?: boolean
}

export type Transport = ReturnType<typeof createTransport>

export interface TransportOptions {
  /** The URL of the session's control API. */
  url: string
  token: string | undefined
  fetch: typeof fetch
}

export function createTransport({ url, token, fetch }: TransportOptions) {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const request = async (method: string, target: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(target, { method, ...init }).catch((cause: unknown) => {
      throw new ControlError(describeSilence(method, target, cause), { cause })
    })
    if (response.ok) return response
    throw await readError(method, target, response)
  }

  return {
    /** Sends a request and returns the value of its response: JSON, a text, or nothing. @throws ControlError */
    async send(method: string, path: string, { query, body, isText = false }: RequestInput = {}): Promise<unknown> {
      const type = isText ? textTypes.text : 'application/json'
      const headers = { ...authorization, ...(body !== undefined && { 'content-type': type }) }
      const target = url + path + writeQuery(query)
      const write = () => (isText ? String(body) : writeArgument('read the body', body))
      const init = body === undefined ? { headers } : { headers, body: write() }
      return readBody(method, target, await request(method, target, init))
    },
    /** Opens a streamed response. @throws ControlError */
    open: (path: string, query: object, signal: AbortSignal) =>
      request('GET', url + path + writeQuery(query), { headers: authorization, signal }),
  }
}

async function readBody(method: string, url: string, response: Response): Promise<unknown> {
  const text = await response.text()
  const type = response.headers.get('content-type') ?? ''
  if (Object.values(textTypes).some((each) => toMediaType(each) === toMediaType(type))) return text
  if (text === '') return undefined
  const json = type.startsWith('application/json') ? parseJson(text) : undefined
  if (json !== undefined) return json
  throw new ControlError(describeStranger(method, url, response.status))
}

const CHECK_URL = 'Check the URL, and whether it has to begin with https:// or http://.'
// What a proxy responds with if the server behind it does not respond.
const PROXY_STATUSES = [502, 503, 504]

async function readError(method: string, url: string, response: Response): Promise<ControlError> {
  const { status } = response
  const text = await response.text()
  const refusal = parseRefusal(text)
  if (refusal !== undefined) return new ControlError(refusal.message, { status, issues: refusal.issues })
  return new ControlError(describeStranger(method, url, status))
}

function describeStranger(method: string, url: string, status: number): string {
  // A server of HTTPS responds so to HTTP.
  const usual = status === 400 ? CHECK_URL : 'Check the URL.'
  const proxied = 'Check the URL, and if it is that of a proxy, whether the server behind it is running.'
  const advice = PROXY_STATUSES.includes(status) ? proxied : usual
  return `Failed to ${method} ${url}: the response ${status} does not come from the control API of a simulator. ${advice}`
}

// Other APIs have errors with a message, too, but without issues.
function parseRefusal(text: string): { message: string; issues: readonly Issue[] } | undefined {
  const { error } = Object(parseJson(text)) as { error?: { message?: string; issues?: readonly Issue[] } }
  return error?.message !== undefined && Array.isArray(error.issues)
    ? { message: error.message, issues: error.issues }
    : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// These end a connection of HTTP to a server that expects HTTPS.
const CLOSED = ['UND_ERR_SOCKET', 'ECONNRESET']

function describeSilence(method: string, url: string, error: unknown): string {
  const { code, message } = findCause(error)
  const { received, advice } = (code === 'ECONNREFUSED' ? undefined : findReason(code)) ?? {
    received: `no server responded (${message})`,
    advice: CLOSED.includes(code) ? `It closed the connection. ${CHECK_URL}` : 'Start one, or check the URL.',
  }
  return `Failed to ${method} ${url}: ${received}. ${advice}`
}
