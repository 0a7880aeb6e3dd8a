// Sends one request. Only the reader calls this, after it has checked the request.

import { describeFailure, describeTimeout } from './failures.ts'
import type { Reply } from './messages.ts'
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
}

/**
 * Sends a request, and follows no redirect, because only requests that were checked may be sent. Returns the reply, or
 * why there is none.
 *
 * @throws the reason of the signal when it is aborted
 */
export async function send(url: string, options: SendOptions): Promise<Reply | Trouble> {
  const { method, headers, timeout, signal } = options
  const late = AbortSignal.timeout(timeout)
  const end = signal === undefined ? late : AbortSignal.any([signal, late])
  try {
    const response = await fetch(url, { method, headers, redirect: 'manual', signal: end })
    return { status: response.status, headers: listHeaders(response), body: await readText(response) }
  } catch (error) {
    signal?.throwIfAborted()
    return late.aborted ? describeTimeout(timeout) : describeFailure(error)
  }
}

// A cookie can be as good as a credential.
function listHeaders({ headers }: Response): Reply['headers'] {
  return [...headers].filter(([name]) => name !== 'set-cookie')
}

async function readText({ body }: Response): Promise<string> {
  if (body === null) return ''
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let [text, room] = ['', MOST_BYTES]
  while (room > 0) {
    const { value } = await reader.read()
    if (value === undefined) return text + decoder.decode()
    text += decoder.decode(value.subarray(0, room), { stream: true })
    room -= value.byteLength
  }
  await reader.cancel()
  return text
}
