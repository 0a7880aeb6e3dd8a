// Sends one request. Only the reader calls this, after it has checked the request.

import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, type RequestOptions, request as requestPlain } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { findCause, findReason } from '../../../engine/http/connection-error.ts'
import type { ServiceReply } from './messages.ts'
import type { HttpProxy } from './proxy.ts'
import { findTrouble, type Trouble } from './trouble.ts'

/** How many bytes of a body are read. */
export const MOST_BYTES = 32 * 1024 * 1024

/** What is sent, and for how long an answer is awaited. */
export interface SendOptions {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  /** In milliseconds, for the whole response. */
  readonly timeout: number
  readonly signal: AbortSignal | undefined
  readonly proxy: HttpProxy | undefined
}

/**
 * Sends a request, and follows no redirect, because only requests that were checked may be sent. Returns the reply, or
 * why there is none.
 *
 * @throws the reason of the signal when it is aborted
 */
export async function send(url: string, options: SendOptions): Promise<ServiceReply | Trouble> {
  const { method, headers, timeout, signal, proxy } = options
  const late = AbortSignal.timeout(timeout)
  const end = signal === undefined ? late : AbortSignal.any([signal, late])
  try {
    const sent = { method, headers, signal: end }
    const response =
      proxy === undefined ? await fetch(url, { ...sent, redirect: 'manual' }) : await sendThroughProxy(url, sent, proxy)
    if ('isPassing' in response) return response
    return { status: response.status, headers: listHeaders(response), body: await readText(response) }
  } catch (error) {
    signal?.throwIfAborted()
    return late.aborted ? describeTimeout(timeout) : describeFailure(error)
  }
}

/** A response whose body is still to be read. */
interface Received {
  readonly status: number
  /** With names in lower case. */
  readonly headers: Iterable<readonly [name: string, value: string]>
  readonly body: AsyncIterable<Uint8Array> | null
}

// A cookie can be as good as a credential.
function listHeaders({ headers }: Received): ServiceReply['headers'] {
  return [...headers].filter(([name]) => name !== 'set-cookie')
}

async function readText({ body }: Received): Promise<string> {
  const decoder = new TextDecoder()
  let [text, room] = ['', MOST_BYTES]
  for await (const bytes of body ?? []) {
    text += decoder.decode(bytes.subarray(0, room), { stream: true })
    room -= bytes.byteLength
    if (room <= 0) return text
  }
  return text + decoder.decode()
}

const CREDENTIALS_REQUIRED = 407

interface SentMessage extends Pick<SendOptions, 'method' | 'headers'> {
  readonly signal: AbortSignal
}

/**
 * Sends a request through a proxy: if its URL begins with https://, in a tunnel, whose other end has to prove that it is
 * the service. Returns the response, or why there is none.
 */
async function sendThroughProxy(url: string, sent: SentMessage, proxy: HttpProxy): Promise<Received | Trouble> {
  const target = new URL(url)
  const { method, signal } = sent
  const headers = { ...sent.headers, 'accept-encoding': 'identity' }
  if (target.protocol === 'http:') {
    const response = await receive(
      await openRequest(proxy, { method, path: url, headers: { ...headers, host: target.host }, signal }),
    ).catch((error: unknown) => explainProxy(error, proxy, signal))
    return 'isPassing' in response || response.status !== CREDENTIALS_REQUIRED
      ? response
      : describeRefusal(response.status, proxy)
  }
  const tunnel = await openTunnel(target, proxy, signal).catch((error: unknown) => explainProxy(error, proxy, signal))
  if ('isPassing' in tunnel) return tunnel
  const [{ request }, { connect }] = await Promise.all([import('node:https'), import('node:tls')])
  const host = target.hostname.replace(/^\[|\]$/g, '')
  const createConnection = () => connect({ socket: tunnel, host, ...(isIP(host) === 0 && { servername: host }) })
  return receive(request(target, { method, headers, signal, createConnection })).catch((error: unknown) => {
    signal.throwIfAborted()
    const trouble = describeFailure(error)
    return { ...trouble, received: `${trouble.received}, through the proxy ${proxy.url}` }
  })
}

async function openRequest(proxy: HttpProxy, options: RequestOptions): Promise<ClientRequest> {
  const { authorization } = proxy
  const headers = {
    ...options.headers,
    ...(authorization !== undefined && { 'proxy-authorization': authorization }),
  }
  const request = proxy.url.startsWith('https:') ? (await import('node:https')).request : requestPlain
  return request(proxy.url, { ...options, headers, agent: false })
}

async function receive(request: ClientRequest): Promise<Received> {
  // What fails after the response has begun fails in its body, too.
  request.on('error', () => undefined).end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const)
  return { status: response.statusCode ?? 0, headers, body: response }
}

async function openTunnel({ hostname, port }: URL, proxy: HttpProxy, signal: AbortSignal): Promise<Socket | Trouble> {
  const path = `${hostname}:${port || 443}`
  const request = await openRequest(proxy, { method: 'CONNECT', path, headers: { host: path }, signal })
  request.on('error', () => undefined).end()
  const [{ statusCode: status = 0 }, socket, first] = (await once(request, 'connect')) as [
    IncomingMessage,
    Socket,
    Buffer,
  ]
  // A service says nothing before it is asked, so whatever comes at once is a page of the proxy.
  if (status === 200 && first.length === 0) return socket
  socket.destroy()
  return describeRefusal(status, proxy)
}

function describeRefusal(status: number, { url, variable, authorization }: HttpProxy): Trouble {
  const isPassing = findTrouble({ status, headers: [], body: '' })?.isPassing ?? false
  if (status === CREDENTIALS_REQUIRED) {
    const [received, advice] =
      authorization === undefined
        ? ['requires credentials', `Add them to ${variable}, as in http://USER:PASSWORD@proxy.example.com:8080.`]
        : ['refused its credentials', `Check the user and the password in ${variable}.`]
    return { received: `the proxy ${url} ${received} (${status})`, advice, isPassing }
  }
  const received = status === 200 ? 'responds itself' : `responds ${status}`
  return {
    received: `the proxy ${url} ${received} instead of opening a connection to the service`,
    advice: `Check ${variable}, and whether the proxy allows this host. To do without it, name the host in NO_PROXY.`,
    isPassing,
  }
}

function explainProxy(error: unknown, { url, variable }: HttpProxy, signal: AbortSignal): Trouble {
  signal.throwIfAborted()
  const { received, isPassing } = describeFailure(error)
  return {
    received: `the proxy ${url} cannot be used: ${received}`,
    advice: `Check ${variable}. To do without a proxy, name the host in NO_PROXY.`,
    isPassing,
  }
}

// What ends a connection that worked, or may work the next time.
const PASSING: readonly string[] = [
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
]

function describeFailure(error: unknown): Trouble {
  const { code, message } = findCause(error)
  if (PASSING.includes(code)) {
    return { received: `the connection broke (${code})`, advice: 'Try again.', isPassing: true }
  }
  const unknown = { received: code === '' ? message : `${message} (${code})`, advice: 'Check the URL.' }
  return { ...(findReason(code) ?? unknown), isPassing: false }
}

function describeTimeout(milliseconds: number): Trouble {
  return {
    received: `no complete response within ${milliseconds / 1000} s`,
    advice: 'Try again, or set a longer --timeout.',
    isPassing: false,
  }
}
