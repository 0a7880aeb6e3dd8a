// Sends one request. Only the reader calls this, after it has checked the request.

import { describeFailure, describeTimeout } from './failures.ts'
import type { Received, Reply } from './messages.ts'
import type { HttpProxy } from './proxy.ts'
import type { Trouble } from './trouble.ts'

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
export async function send(url: string, options: SendOptions): Promise<Reply | Trouble> {
  const { method, headers, timeout, signal, proxy } = options
  const late = AbortSignal.timeout(timeout)
  const end = signal === undefined ? late : AbortSignal.any([signal, late])
  try {
    const sent = { method, headers, signal: end }
    const response =
      proxy === undefined
        ? await fetch(url, { ...sent, redirect: 'manual' })
        : await (await import('./send-through-proxy.ts')).sendThroughProxy(url, sent, proxy)
    if ('isPassing' in response) return response
    return { status: response.status, headers: listHeaders(response), body: await readText(response) }
  } catch (error) {
    signal?.throwIfAborted()
    return late.aborted ? describeTimeout(timeout) : describeFailure(error)
  }
}

// A cookie can be as good as a credential.
function listHeaders({ headers }: Received): Reply['headers'] {
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
