// Reads the bytes of a body, as long as they arrive.

import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

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

/** Passes on the chunks of a body until its end. Rejects if it breaks off, if `take` throws, and when the time is over. */
export function readChunks(source: Readable, take: (chunk: Buffer) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
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
export function discardRest(request: IncomingMessage, signal: AbortSignal): Promise<void> {
  if (request.readableEnded || request.destroyed || signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      request.off('data', onData).off('end', end).off('close', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, QUIET_MILLISECONDS)
    const onData = (): void => void timer.refresh()
    signal.addEventListener('abort', end)
    request.on('data', onData).on('end', end).on('close', end).resume()
  })
}
