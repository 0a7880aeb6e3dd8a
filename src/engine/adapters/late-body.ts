// The body of a fetch response, which may still arrive while it is sent.

import { type Body, type BodyRest, buildBody, type EndedBody, NO_BODY, NO_BYTES, type ResponseBody } from '../http/body.ts'
import { realTimers } from '../store/time/real-time.ts'

type Reader = ReadableStreamDefaultReader<Uint8Array>
type Read = ReturnType<Reader['read']>

/** Takes a body. Most are there at once, and the others pass on what arrives. @param signal aborts when the client leaves */
export async function takeBody(stream: ReadableStream<Uint8Array> | null, signal: AbortSignal): Promise<ResponseBody> {
  if (stream === null) return NO_BODY
  const reader = stream.getReader()
  const first = reader.read()
  const second = first.then(() => reader.read())
  if (!(await endsAtOnce(second))) return { ...NO_BODY, rest: passOn(reader, [first, second], signal) }
  const { value } = await first
  return buildBody(value === undefined ? [] : [toBytes(value)])
}

function endsAtOnce(read: Read): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = realTimers.after(0, () => resolve(false))
    const settle = (isEnd: boolean): void => {
      stop()
      resolve(isEnd)
    }
    read.then(({ done }) => settle(done), () => settle(false))
  })
}

function passOn(reader: Reader, reads: Read[], signal: AbortSignal): BodyRest {
  const start = createStart()
  let end: (isAborted: boolean) => void = () => undefined
  const over = new Promise<EndedBody>((resolve) => {
    end = (isAborted) => resolve({ body: start.read(), isAborted })
  })
  const leave = (reason: unknown): Promise<void> => {
    end(true)
    return reader.cancel(reason)
  }
  const source: UnderlyingDefaultSource<Body> = {
    start(controller) {
      const abort = (): void => {
        leave(signal.reason).catch(() => undefined)
        controller.error(signal.reason)
      }
      if (signal.aborted) abort()
      else signal.addEventListener('abort', abort)
    },
    async pull(controller) {
      try {
        const { done, value } = await (reads.shift() ?? reader.read())
        if (value !== undefined) controller.enqueue(start.add(toBytes(value)))
        if (!done) return
        controller.close()
        end(false)
      } catch (error) {
        end(false)
        throw error
      }
    },
    cancel: leave,
  }
  // Without reading ahead, because the source may count on that nobody does.
  return { stream: new ReadableStream(source, { highWaterMark: 0 }), over }
}

// Not by its class, because a simulated page has classes of its own.
function toBytes(value: Uint8Array): Body {
  if (Object.prototype.toString.call(value) === '[object Uint8Array]') return new Uint8Array(value)
  throw new TypeError('A body must consist of bytes.')
}

// Many streams may be open at once.
const MOST_KEPT = 64 * 1024

/** Keeps the first bytes of a body, and counts all of them. */
function createStart() {
  let kept = NO_BYTES
  let length = 0
  return {
    add(bytes: Body): Body {
      const isKept = Math.min(length + bytes.length, MOST_KEPT)
      if (isKept > kept.length) {
        const larger = new Uint8Array(Math.min(MOST_KEPT, isKept * 2))
        larger.set(kept)
        kept = larger
      }
      if (length < MOST_KEPT) kept.set(bytes.subarray(0, MOST_KEPT - length), length)
      length += bytes.length
      return bytes
    },
    read: (): ResponseBody => ({ ...buildBody([kept.slice(0, length)]), length }),
  }
}
