// Gives Node's HTTP parser the bytes of a connection in small portions.

import type { Server } from 'node:http'
import type { Socket } from 'node:net'
// Not the global functions, because tests replace them.
import { clearTimeout, setImmediate, setTimeout } from 'node:timers'

// Up to 150 requests, of the shortest kind.
const PORTION_BYTES = 4096
const MOST_UNFINISHED = 100
// A client that sends no more, and gets no response for so long, has probably disconnected.
const PATIENCE_MILLISECONDS = 50

/** The bytes of a connection that are not parsed yet. */
interface Portions {
  begin(): void
  end(): void
}

/** What Node does with the bytes of a connection, and at their end. */
interface Parser {
  parse(bytes: Buffer): void
  finish(): void
}

/**
 * Makes a server parse only as many requests of a connection as it can answer soon. Node reads 64 KiB at once, and
 * parses all requests in it, more than a thousand, without a break. With fifty such connections, all others would wait
 * for seconds, and the requests would take more memory than there is.
 *
 * @note Node has no option for this. It parses in a listener for data, unless its parser reads the handle of the
 * connection itself, which it stops doing as soon as there is another listener for data.
 */
export function parseInPortions(server: Server): void {
  const connections = new WeakMap<Socket, Portions>()
  server.on('connection', (socket) => {
    const parser = takeParser(socket)
    if (parser !== undefined) connections.set(socket, createPortions(socket, parser))
  })
  server.on('request', ({ socket }, response) => {
    const portions = connections.get(socket)
    if (portions === undefined) return
    portions.begin()
    response.once('close', portions.end)
  })
}

function takeParser(socket: Socket): Parser | undefined {
  const [parse, ...others] = socket.listeners('data')
  const finish = socket.listeners('end').at(-1)
  if (parse === undefined || others.length > 0 || finish === undefined) return undefined
  socket.removeAllListeners('data').off('end', finish as () => void)
  return { parse: (bytes) => parse.call(socket, bytes), finish: () => finish.call(socket) }
}

function createPortions(socket: Socket, { parse, finish }: Parser): Portions {
  const ending = createEnding(socket, { isDone: () => rest === undefined && unfinished === 0, finish })
  let rest: Buffer | undefined
  let unfinished = 0
  let isScheduled = false
  const proceed = (): void => {
    isScheduled = false
    while (rest !== undefined && unfinished < MOST_UNFINISHED && !socket.destroyed && !isPausedByNode(socket)) {
      const portion = rest.subarray(0, PORTION_BYTES)
      rest = rest.length > PORTION_BYTES ? rest.subarray(PORTION_BYTES) : undefined
      parse(portion)
    }
    if (rest !== undefined) socket.pause()
    else if (!isPausedByNode(socket)) socket.resume()
  }
  const schedule = (): void => {
    if (rest === undefined || isScheduled || unfinished >= MOST_UNFINISHED / 2) return
    isScheduled = true
    setImmediate(proceed)
  }
  socket.on('data', (bytes: Buffer) => {
    const isFirst = rest === undefined
    rest = rest === undefined ? bytes : Buffer.concat([rest, bytes])
    if (isFirst) proceed()
  })
  // Node reads again whenever a message is complete, and when a client has read what it was waiting for.
  socket.on('resume', () => {
    if (rest === undefined) return
    socket.pause()
    schedule()
  })
  return {
    begin() {
      unfinished += 1
    },
    end() {
      unfinished -= 1
      schedule()
      ending.proceed()
    },
  }
}

/**
 * Node drops all requests that are not answered when a client says that it sends no more. It says the same when it
 * disconnects. So the requests of a pipeline that wait for their turn go on as long as responses are sent or read.
 */
function createEnding(
  socket: Socket,
  { isDone, finish }: { isDone: () => boolean; finish: () => void },
): { proceed(): void } {
  let timer: NodeJS.Timeout | undefined
  const end = (): void => {
    clearTimeout(timer)
    timer = undefined
    finish()
  }
  const onTime = (): void => {
    if (socket.writableLength > 0) timer?.refresh()
    else end()
  }
  const proceed = (): void => {
    if (timer === undefined) return
    if (isDone()) end()
    else timer.refresh()
  }
  socket.once('end', () => {
    timer = setTimeout(onTime, PATIENCE_MILLISECONDS)
    proceed()
  })
  socket.once('close', () => clearTimeout(timer))
  return { proceed }
}

/**
 * Whether Node itself has stopped reading a connection, because its client does not read. Until Node reads again, it
 * takes no bytes, and nobody else may resume the connection.
 */
export function isPausedByNode(socket: Socket): boolean {
  // Missing from Node's types, and not the same as `isPaused`, which also says what others did.
  return (socket as Socket & { readonly _paused?: boolean })._paused === true
}
