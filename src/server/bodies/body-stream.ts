// Reads the bytes of a body, as long as they arrive, or as a parser of another app has left them.

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
// Not the global function, because tests replace it.
import { setImmediate } from 'node:timers'
import type { Failure } from '../../engine/contract/operation/failure.ts'
import { describeReason, NoRoomError } from '../../engine/input/options/option-error.ts'
import { quote } from '../../engine/input/text/quote.ts'
import { countOf } from '../../engine/input/text/words.ts'

/** A body cannot be received. The failure is in the words of the service, the message in those of the control API. */
export class BodyError extends Error {
  readonly failure: Failure

  constructor(failure: Failure, reason: string) {
    super(`Failed to read the body: ${reason}`)
    this.failure = failure
  }
}

/** Turns what has ended the reading of a body into the error that the client gets. */
export function buildBodyError(error: unknown, { signal, milliseconds }: Deadline): BodyError {
  if (signal.aborted) {
    const reason = `it did not arrive within ${countOf(milliseconds / 1000, 'second')}. Send it faster, or send less.`
    return new BodyError({ status: 408, detail: 'Request timeout' }, reason)
  }
  if (error instanceof BodyError) return error
  if (error instanceof NoRoomError) {
    const failure = { status: 503, detail: error.message, headers: { 'retry-after': '1' } }
    return new BodyError(failure, `${describeReason(error)}.`)
  }
  return new BodyError({ status: 400, detail: 'request aborted' }, 'it broke off. Send all of it.')
}

/** What parsers leave behind. */
interface Parsed {
  body?: unknown
  /** The bytes that `body` was parsed from. Some frameworks keep them. */
  rawBody?: unknown
}

/** Opens the body of a request. @throws BodyError if a parser has read it, and has not left the same bytes */
export function openBody(request: IncomingMessage & Parsed): Readable {
  // A stream that decodes its bytes has lost those that are no text.
  if (!request.readableDidRead && request.readableEncoding === null) return request
  const bytes = restoreBytes(request)
  if (bytes === undefined) throw buildAlreadyReadError(request)
  return Readable.from(bytes)
}

// Parsers decompress and decode. What has the announced length afterwards is what was sent.
function restoreBytes({ body, rawBody = body, headers }: IncomingMessage & Parsed): Buffer | undefined {
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = headers
  if (encoding.toLowerCase() !== 'identity') return undefined
  const isBytes = rawBody instanceof Uint8Array
  const text = typeof rawBody === 'string' ? rawBody : writeJson(rawBody, headers)
  const bytes = isBytes ? Buffer.from(rawBody) : Buffer.from(text ?? '')
  return bytes.length === Number(length) || (isBytes && length === undefined) ? bytes : undefined
}

const JSON_TYPE = /^application\/(?:[^\s;]+\+)?json\b/i
// Numbers that may have been rounded, and bytes that were no text.
const LOSSY = /\d{16}|\ufffd/

/** Returns JSON as most clients write it. If it was sent with spaces or other numbers, it has another length. */
function writeJson(parsed: unknown, { 'content-type': type = '' }: IncomingHttpHeaders): string | undefined {
  const text = JSON_TYPE.test(type) ? JSON.stringify(parsed) : undefined
  return text === undefined || LOSSY.test(text) ? undefined : text
}

function buildAlreadyReadError({ headers }: IncomingMessage): BodyError {
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  const parser = type === '' ? 'another middleware' : `the parser of your app for ${quote(type)}`
  const reason = `${parser} has read it, and its bytes are lost. Mount deploymock before your parsers.`
  return new BodyError({ status: 500, detail: `Failed to read the body: ${reason}` }, reason)
}

export type Deadline = ReturnType<typeof startDeadline>

// A client that sends nothing for so long is waiting for the response.
const QUIET_MILLISECONDS = 2000

/** Starts the time that a body may take. */
export function startDeadline(milliseconds: number) {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), milliseconds)
  return {
    milliseconds,
    /** Aborted at the end. */
    signal: controller.signal,
    /** Starts the time anew. */
    restart: () => void timer.refresh(),
    stop: () => clearTimeout(timer),
  }
}

/** Pauses a body after a chunk if it is another one's turn. @param resume lets it go on */
export type Pace = (source: Readable, chunk: Buffer, resume: () => void) => void

// The event loop accepts one connection in each turn, so a turn must be short where many connect at once.
const MOST_BYTES_IN_TURN = 128 * 1024
// Each has received at most a chunk of 64 kB before it pauses again.
const MOST_RESUMED = 1

/** Creates the pace of all bodies of a server. They pause when they have received much in one turn of the event loop. */
export function createPace(): Pace {
  let received = 0
  let isEnding = false
  const paused: (() => void)[] = []
  const endTurnLater = (): void => {
    if (!isEnding) setImmediate(endTurn)
    isEnding = true
  }
  const endTurn = (): void => {
    received = 0
    isEnding = false
    for (const resume of paused.splice(0, MOST_RESUMED)) resume()
    if (paused.length > 0) endTurnLater()
  }
  return (source, { length }, resume) => {
    endTurnLater()
    received += length
    if (received <= MOST_BYTES_IN_TURN) return
    source.pause()
    paused.push(resume)
  }
}

/** How a body is read. */
export interface Reading {
  readonly pace: Pace
  /** Aborted when the time is over. */
  readonly signal: AbortSignal
}

/** Passes on the chunks of a body until its end. Rejects if it breaks off, if `take` throws, and when the time is over. */
export function readChunks(source: Readable, take: (chunk: Buffer) => void, { pace, signal }: Reading): Promise<void> {
  return new Promise((resolve, reject) => {
    let isReading = true
    const goOn = (): void => {
      if (isReading) source.resume()
    }
    const stop = (): void => {
      isReading = false
      source.off('data', onData).off('end', onEnd).off('error', fail).off('close', onClose)
      signal.removeEventListener('abort', onAbort)
      // An error that comes later has nobody to go to.
      source.on('error', () => undefined).pause()
    }
    const fail = (error: unknown): void => {
      stop()
      reject(error)
    }
    const onData = (chunk: Buffer): void => {
      try {
        take(chunk)
        pace(source, chunk, goOn)
      } catch (error) {
        fail(error)
      }
    }
    const onEnd = (): void => {
      stop()
      resolve()
    }
    const onClose = (): void => fail(new Error('The body broke off.'))
    const onAbort = (): void => fail(signal.reason)
    if (source.readableEnded) return resolve()
    if (source.destroyed) return onClose()
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort)
    // Whoever had the request before may have paused it.
    source.on('data', onData).on('end', onEnd).on('error', fail).on('close', onClose).resume()
  })
}

/** Drops the rest of a body, because many clients see a response only after that. Ends when a client pauses, too. */
export function discardRest(request: IncomingMessage, { pace, signal }: Reading): Promise<void> {
  if (request.readableEnded || request.destroyed || signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      request.off('data', onData).off('end', end).off('close', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, QUIET_MILLISECONDS)
    const onData = (chunk: Buffer): void => {
      timer.refresh()
      pace(request, chunk, () => request.resume())
    }
    signal.addEventListener('abort', end)
    request.on('data', onData).on('end', end).on('close', end).resume()
  })
}
