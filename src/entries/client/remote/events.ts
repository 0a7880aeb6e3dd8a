// The events of a session on a server.

import type { WrittenDuration } from '../../../engine/input/options/written-duration.ts'
import type { Transport } from '../transport/transport.ts'
import type { Frame } from '../types.ts'

/** How to listen to events. */
export interface EventOptions {
  /** Called when the stream ends although nobody stopped it, e.g. because the server has ended. */
  onEnd?(): void
}

/** How to listen to frames. */
export interface FrameOptions extends EventOptions {
  /** The least time between two frames, from 50 to 10,000 milliseconds, or text such as `'1s'`. */
  frame: WrittenDuration
  /** How many of its newest requests a frame contains, up to 200. Default: 50. */
  entries?: number
  /** The last frame that was received. The first frame then tells how many events were missed since. */
  after?: Pick<Frame, 'instance' | 'sequence'>
}

export type EventsOptions = EventOptions & Partial<FrameOptions>

/** Listens to the events of a session. @returns a function that stops it */
export async function listenToEvents(
  { open }: Transport,
  listener: (event: unknown) => void,
  { onEnd, frame, entries, after }: EventsOptions = {},
): Promise<() => Promise<void>> {
  const abort = new AbortController()
  const query = { frame, entries, after: after && `${after.instance}:${after.sequence}` }
  const { body } = await open('/events', query, abort.signal)
  const reading = body === null ? Promise.resolve() : readEvents(body, (data) => listener(JSON.parse(data)))
  void reading.then(() => {
    if (!abort.signal.aborted) onEnd?.()
  })
  return async () => {
    abort.abort()
    await reading
  }
}

/** Reads a stream of events until it ends, and calls the listener with the data of each. */
async function readEvents(body: ReadableStream<Uint8Array>, listener: (data: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let pending = ''
  for (;;) {
    // A broken connection ends the stream in the same way as a closed one.
    const { value } = await reader.read().catch(() => ({ value: undefined }))
    if (value === undefined) return
    const events = (pending + decoder.decode(value, { stream: true })).split('\n\n')
    pending = events.pop() ?? ''
    for (const event of events) {
      const data = readData(event)
      if (data !== undefined) listener(data)
    }
  }
}

function readData(event: string): string | undefined {
  const lines = event.split('\n').filter((line) => line.startsWith('data: '))
  return lines.length === 0 ? undefined : lines.map((line) => line.slice('data: '.length)).join('\n')
}
