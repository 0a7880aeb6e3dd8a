// The body of a fetch response, which may still arrive while it is sent.

import { type Body, type BodyRest, buildBody, NO_BODY, type ResponseBody } from '../http/body.ts'
import { realTimers } from '../store/time/real-time.ts'

type Reader = ReadableStreamDefaultReader<Uint8Array>

interface Client {
  /** Aborts when it leaves. */
  readonly signal: AbortSignal
  /** Whether a body that breaks off has to look whole to it. */
  readonly hidesBreaks: boolean
}

/** Takes a body. Most are there at once, and the others pass on what arrives. */
export async function takeBody(stream: ReadableStream<Uint8Array> | null, client: Client): Promise<ResponseBody> {
  if (stream === null) return NO_BODY
  const reader = stream.getReader()
  const first = reader.read()
  const second = first.then(() => reader.read())
  const soon = new Promise<undefined>((resolve) => realTimers.after(0, () => resolve(undefined)))
  const next = await Promise.race([second.catch(() => undefined), soon])
  if (next?.done !== true) return { ...NO_BODY, rest: passOn(reader, [first, second], client) }
  const { value } = await first
  return buildBody(value === undefined ? [] : [toBytes(value)])
}

// Many streams may be open at once.
const MOST_KEPT = 64 * 1024

function passOn(reader: Reader, reads: ReturnType<Reader['read']>[], { signal, hidesBreaks }: Client): BodyRest {
  const kept: Body[] = []
  let length = 0
  let end: (isAborted: boolean) => void = () => undefined
  const over: BodyRest['over'] = new Promise((resolve) => {
    end = (isAborted) => resolve({ body: { ...buildBody(kept), length }, isAborted })
  })
  const leave = (reason: unknown): Promise<void> => {
    end(true)
    return reader.cancel(reason)
  }
  const source: UnderlyingDefaultSource<Body> = {
    start(controller) {
      signal.addEventListener('abort', () => {
        leave(signal.reason).catch(() => undefined)
        controller.error(signal.reason)
      })
    },
    async pull(controller) {
      try {
        const { value } = await (reads.shift() ?? reader.read())
        const bytes = value && toBytes(value)
        if (length < MOST_KEPT && bytes) kept.push(bytes.slice(0, MOST_KEPT - length))
        length += bytes?.length ?? 0
        if (bytes) return controller.enqueue(bytes)
      } catch (error) {
        end(false)
        if (!hidesBreaks) throw error
      }
      end(false)
      controller.close()
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
