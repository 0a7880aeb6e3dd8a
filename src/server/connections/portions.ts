// Gives Node's HTTP parser the bytes of a connection in small portions.

import type { Server } from 'node:http'
import type { Socket } from 'node:net'
// Not the global functions, because tests replace them.
import { clearTimeout, setTimeout } from 'node:timers'
import { type Burst, followBursts } from './burst.ts'
import { createTurns, type TakeTurn } from './turns.ts'

// Up to 150 requests, of the shortest kind.
const PORTION_BYTES = 4096
// How long the portions of one connection are parsed before it is the turn of others.
const MILLISECONDS = 2
const MOST_UNFINISHED = 100
// Enough for a thousand new connections. Whatever takes longer is no burst.
const BURST_MILLISECONDS = 400
// A client that sends no more, and gets no response for so long, has probably disconnected.
const PATIENCE_MILLISECONDS = 250

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
 * for seconds, and the requests would take more memory than there is. What is larger than a portion waits for its turn,
 * so a client that sends a small request never waits behind what many others have sent.
 *
 * @note Node has no option for this. It parses in a listener for data, unless its parser reads the handle of the
 * connection itself, which it stops doing as soon as there is another listener for data.
 */
export function parseInPortions(server: Server): void {
  const connections = new WeakMap<Socket, Portions>()
  const burst = followBursts(server)
  // If each turn of the event loop also parsed a portion, the last connection would wait for the portions of all others.
  const takeTurn = createTurns(() => burst.isArriving() && burst.duration() < BURST_MILLISECONDS)
  server.on('connection', (socket) => {
    const parser = takeParser(socket)
    if (parser !== undefined) connections.set(socket, createPortions(socket, { ...parser, takeTurn, burst }))
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

function createPortions(
  socket: Socket,
  { parse, finish, takeTurn, burst }: Parser & { readonly takeTurn: TakeTurn; readonly burst: Burst },
): Portions {
  const ending = createEnding(socket, { isDone: () => rest === undefined && unfinished === 0, finish })
  let rest: Buffer | undefined
  let unfinished = 0
  let isScheduled = false
  let isNew = true
  const mayParse = (): boolean => unfinished < MOST_UNFINISHED && !socket.destroyed && !isPausedByNode(socket)
  const proceed = (): void => {
    isScheduled = false
    const end = performance.now() + MILLISECONDS
    while (rest !== undefined && mayParse()) {
      const portion = rest.subarray(0, PORTION_BYTES)
      rest = rest.length > PORTION_BYTES ? rest.subarray(PORTION_BYTES) : undefined
      parse(portion)
      if (performance.now() >= end) break
    }
    schedule()
    if (rest === undefined && !isPausedByNode(socket)) socket.resume()
  }
  const schedule = (): void => {
    if (rest === undefined) return
    socket.pause()
    if (isScheduled || unfinished >= MOST_UNFINISHED / 2) return
    isScheduled = true
    if (rest.length <= PORTION_BYTES && burst.isArriving()) burst.waitForEnd(proceed)
    else takeTurn(proceed)
  }
  socket.on('data', (bytes: Buffer) => {
    const isFirst = isNew
    isNew = false
    const isSmall = rest === undefined && bytes.length <= PORTION_BYTES
    if (isSmall && (isFirst || !burst.isArriving()) && mayParse()) return parse(bytes)
    rest = rest === undefined ? bytes : Buffer.concat([rest, bytes])
    schedule()
  })
  // Node reads again whenever a message is complete, and when a client has read what it was waiting for.
  socket.on('resume', schedule)
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
