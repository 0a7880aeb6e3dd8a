// Whose request is answered next, so that nobody waits for much work of others.

import type { IncomingMessage } from 'node:http'
import { cpuUsage, nextTick } from 'node:process'
// Not the global function, because tests replace it.
import { setImmediate } from 'node:timers'
import { createBoundedMap } from '../../engine/limits/bounded-map.ts'
import { ownText } from '../../engine/limits/own-text.ts'
import { receivedOf } from '../received.ts'

/**
 * Answers a request: at once, unless requests have kept the event loop busy. Then it waits for its turn, and if it
 * changes nothing, it is not answered if its client leaves before that.
 */
export type TakeTurn = <Result>(request: IncomingMessage, answer: () => Result) => Result | Promise<Awaited<Result>>

interface Waiting {
  readonly kind: string
  /** What it takes as long as nothing is known of its kind, in milliseconds. */
  readonly guess: number
  readonly since: number
  start(): void
}

// How long one turn of the event loop should take at most.
const BUSY_MILLISECONDS = 10
// What a plain request takes at most, and what plain requests may take together before it matters whether a turn has ended.
const PLAIN_MILLISECONDS = 0.25
const UNNOTICED_MILLISECONDS = 1
// Requests of a queue wait for those that take less. Unless one has waited for so long, once in that time.
const QUEUES = [0.5, 2, 8, Number.POSITIVE_INFINITY]
const PATIENCE_MILLISECONDS = 1000
const KINDS_KEPT = 500
const COSTS_KEPT = 3
// The event loop may accept one connection in each turn, and read its request in the next one.
const QUIET_TURNS = 2

/** Creates the queues of the requests that wait, the shortest requests first. */
function createQueues(now: () => number) {
  const queues = QUEUES.map((): Waiting[] => [])
  const costs = createBoundedMap<string, readonly number[]>({ most: KINDS_KEPT })
  let count = 0
  let lastPatience = 0
  let takesNewest = false
  // The least, because any may have been collecting memory meanwhile.
  const levelOf = ({ kind, guess }: Waiting): number => levelOfCost(Math.min(...(costs.get(kind) ?? [guess])))
  const push = (entry: Waiting): void => void queues[levelOf(entry)]?.push(entry)
  // The kind of a request may have got another cost since it waits.
  const findShortest = (): number => {
    for (const [level, queue] of queues.entries()) {
      while (queue[0] !== undefined && levelOf(queue[0]) !== level) push(queue.shift() as Waiting)
      if (queue.length > 0) return level
    }
    return findShortest()
  }
  return {
    count: () => count,
    add(entry: Waiting): void {
      push(entry)
      takesNewest = true
      count += 1
    },
    /** Returns the queue whose turn it is. One of them is filled. */
    choose(): number {
      const since = ([first]: Waiting[]): number => Math.max(lastPatience, first?.since ?? Number.POSITIVE_INFINITY)
      const oldest = queues.reduce((one, other) => (since(other) < since(one) ? other : one))
      if (now() - since(oldest) < PATIENCE_MILLISECONDS) return findShortest()
      lastPatience = now()
      return queues.indexOf(oldest)
    },
    take(level: number): Waiting {
      const queue = queues[level] as Waiting[]
      count -= 1
      // Who comes last may be somebody else than all those before.
      const entry = (takesNewest ? queue.pop() : queue.shift()) as Waiting
      takesNewest = level > 0 && !takesNewest
      return entry
    },
    learn({ kind, guess }: Waiting, took: number): void {
      costs.set(kind, [...(costs.get(kind) ?? [guess, guess]), took].slice(-COSTS_KEPT))
    },
  }
}

function levelOfCost(cost: number): number {
  return QUEUES.findIndex((most) => cost < most)
}

/**
 * Creates the turns of a server. Of the requests that wait, one is answered in each turn of the event loop: the one that
 * probably takes least, as others of its kind have. After each that takes long, there is time for others to arrive.
 */
export function createTurns(now: () => number = () => performance.now()) {
  const queues = createQueues(now)
  // In this turn of the event loop.
  let spent = 0
  let busySince: number | undefined
  // After long work, what takes as long waits until no others arrive.
  let restsUntil = 0
  let restsFrom = 0
  let arrivals = 0
  let seen = 0
  let quietTurns = 0

  const rest = (took: number): void => {
    restsUntil = now() + PATIENCE_MILLISECONDS
    restsFrom = levelOfCost(took)
    quietTurns = 0
  }
  const next = (): void => {
    quietTurns = arrivals === seen ? quietTurns + 1 : 0
    seen = arrivals
    const level = queues.choose()
    if (level >= restsFrom && quietTurns < QUIET_TURNS && now() < restsUntil) return void setImmediate(next)
    const entry = queues.take(level)
    if (queues.count() > 0) setImmediate(next)
    const before = cpuUsage()
    entry.start()
    // After all that follows without a wait.
    queueMicrotask(() =>
      nextTick(() => {
        const took = sumOf(cpuUsage(before))
        queues.learn(entry, took)
        if (took > PLAIN_MILLISECONDS) rest(took)
      }),
    )
  }
  const wait = (entry: Waiting): void => {
    queues.add(entry)
    if (queues.count() === 1) setImmediate(next)
  }
  const noteWork = (began: number): void => {
    spent += now() - began
    if (busySince !== undefined || spent < UNNOTICED_MILLISECONDS) return
    busySince = began
    setImmediate(() => {
      const took = now() - began
      if (took > BUSY_MILLISECONDS) rest(took)
      busySince = undefined
      spent = 0
    })
  }
  const take: TakeTurn = (request, answer) => {
    const began = now()
    arrivals += 1
    const isBusy = busySince !== undefined && began - busySince > BUSY_MILLISECONDS
    if (queues.count() > 0 || isBusy || began < restsUntil) {
      return new Promise((resolve) => {
        const start = (): void => {
          if (isWanted(request)) resolve(Promise.resolve().then(answer) as never)
        }
        wait({ ...sizeUp(request), since: began, start })
      })
    }
    const result = answer()
    if (result instanceof Promise) spent += UNNOTICED_MILLISECONDS
    noteWork(began)
    return result
  }
  return {
    take,
    /** Notes that a client has connected. */
    noteConnection(): void {
      arrivals += 1
    },
  }
}

// Whoever sends a change need not wait for the response, so a whole one is made also if its client has left.
function isWanted({ method = '', complete, socket }: IncomingMessage): boolean {
  return !socket.destroyed || (complete && !SAFE.has(method))
}

// The time of a clock would mean nothing on a machine that is busy with something else.
function sumOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
const MOST_CHARACTERS = 200
const BYTES_PER_MILLISECOND = 100_000

// Requests take as long that have the same path but for ids, the same parameters, and a body as large.
function sizeUp(request: IncomingMessage): Pick<Waiting, 'kind' | 'guess'> {
  const target = (request.url ?? '').slice(0, MOST_CHARACTERS).replaceAll(/=[^&]*/g, '')
  const length = receivedOf(request).body?.length ?? 0
  const size = Math.ceil(Math.log2(length + 1))
  const kind = `${request.method} ${target.replaceAll(/[^/?&]*\d[^/?&]*/g, '*')} ${size}`
  return { kind: ownText(kind), guess: length / BYTES_PER_MILLISECOND }
}
