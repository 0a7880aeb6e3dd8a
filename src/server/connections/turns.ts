// Whose request is answered next, so that nobody waits for much work of others.

import type { IncomingMessage } from 'node:http'
import { cpuUsage, nextTick } from 'node:process'
// Not the global function, because tests replace it.
import { setImmediate } from 'node:timers'
import { createBoundedMap } from '../../engine/limits/bounded-map.ts'
import { ownText } from '../../engine/limits/own-text.ts'
import { isSafe, receivedOf } from '../received.ts'

/**
 * Answers a request: at once, unless requests have kept the event loop busy. Then it waits for its turn, and if it
 * changes nothing, it is not answered if its client leaves before that.
 */
export type TakeTurn = <Result>(request: IncomingMessage, answer: () => Result) => Result | Promise<Awaited<Result>>

interface WaitingTurn {
  readonly kind: string
  /** What it takes as long as nothing is known of its kind, in milliseconds. */
  readonly guess: number
  readonly since: number
  start(): void
}

// How long one turn of the event loop should take at most.
const BUSY_MILLISECONDS = 10
// What plain requests may take together before it matters whether a turn has ended.
const UNNOTICED_MILLISECONDS = 1
// What requests take at most of each level. Those of the first one are plain, and never rest.
const LEVELS = [0.5, 2, 8]
// Whoever has waited for so long is next, once in that time.
const PATIENCE_MILLISECONDS = 1000
const KINDS_KEPT = 500
const COSTS_KEPT = 3
// The event loop may accept one connection in each turn, and read its request in the next one.
const QUIET_TURNS = 2

/** Creates the queues of the requests that wait, one for each kind. */
function createQueues() {
  // The kind that was answered last is the last one.
  const queues = new Map<string, WaitingTurn[]>()
  const costs = createBoundedMap<string, readonly number[]>({ most: KINDS_KEPT })
  let lastPatience = 0
  // Who comes last may be somebody else than all those before.
  let newest: WaitingTurn | undefined
  // The least, because any may have been collecting memory meanwhile.
  const levelOf = ({ kind, guess }: WaitingTurn): number => levelOfCost(Math.min(...(costs.get(kind) ?? [guess])))
  const findPatient = (now: number): WaitingTurn | undefined => {
    let oldest: WaitingTurn | undefined
    for (const [first] of queues.values()) if ((first?.since ?? now) < (oldest?.since ?? now)) oldest = first
    if (oldest === undefined || now - Math.max(lastPatience, oldest.since) < PATIENCE_MILLISECONDS) return undefined
    lastPatience = now
    return oldest
  }
  const findAwake = (restsFrom: number): WaitingTurn | undefined => {
    if (newest !== undefined && levelOf(newest) < restsFrom) return newest
    for (const [first] of queues.values()) if (first !== undefined && levelOf(first) < restsFrom) return first
    return undefined
  }
  return {
    kinds: queues as ReadonlyMap<string, unknown>,
    add(entry: WaitingTurn): void {
      const entries = queues.get(entry.kind)
      if (entries === undefined) queues.set(entry.kind, [entry])
      else entries.push(entry)
      newest = entry
    },
    /** Takes the request whose turn it is, if one waits that does not rest. @param restsFrom the level from which they do */
    take(restsFrom: number, now: number): WaitingTurn | undefined {
      const entry = findPatient(now) ?? findAwake(restsFrom)
      if (entry === undefined) return undefined
      const entries = queues.get(entry.kind) as WaitingTurn[]
      if (entry === newest) entries.pop()
      else entries.shift()
      queues.delete(entry.kind)
      if (entries.length > 0) queues.set(entry.kind, entries)
      newest = undefined
      return entry
    },
    learn({ kind, guess }: WaitingTurn, took: number): void {
      costs.set(kind, [...(costs.get(kind) ?? [guess, guess]), took].slice(-COSTS_KEPT))
    },
  }
}

function levelOfCost(cost: number): number {
  let level = 0
  while (cost >= (LEVELS[level] ?? Number.POSITIVE_INFINITY)) level += 1
  return level
}

/**
 * Creates the turns of a server. Of the requests that wait, one is answered in each turn of the event loop: the last
 * one, and then one of each kind in turn. After one that takes long, its kind and others that do wait as long as others arrive.
 *
 * @param readCpu returns how many milliseconds the process has worked
 */
export function createRequestTurns(now: () => number = () => performance.now(), readCpu = readCpuTime) {
  const queues = createQueues()
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
    if (levelOfCost(took) === 0) return
    restsUntil = now() + PATIENCE_MILLISECONDS
    restsFrom = levelOfCost(took)
    quietTurns = 0
  }
  const next = (): void => {
    quietTurns = arrivals === seen ? quietTurns + 1 : 0
    seen = arrivals
    const at = now()
    const isResting = quietTurns < QUIET_TURNS && at < restsUntil
    const entry = queues.take(isResting ? restsFrom : Number.POSITIVE_INFINITY, at)
    if (queues.kinds.size > 0) setImmediate(next)
    if (entry === undefined) return
    const before = readCpu()
    entry.start()
    // After all that follows without a wait.
    queueMicrotask(() =>
      nextTick(() => {
        const took = readCpu() - before
        queues.learn(entry, took)
        rest(took)
      }),
    )
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
    if (queues.kinds.size > 0 || isBusy || began < restsUntil) {
      if (queues.kinds.size === 0) setImmediate(next)
      return new Promise((resolve) => {
        const start = (): void => {
          // Whoever sends a change need not wait for the response, so a whole one is made also if its client has left.
          const isWanted = !request.socket.destroyed || (request.complete && !isSafe(request))
          if (isWanted) resolve(Promise.resolve().then(answer) as never)
        }
        queues.add({ ...sizeUp(request), since: began, start })
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

// The time of a clock would mean nothing on a machine that is busy with something else.
function readCpuTime(): number {
  const { user, system } = cpuUsage()
  return (user + system) / 1000
}

const MOST_CHARACTERS = 200
const BYTES_PER_MILLISECOND = 100_000

// Requests take as long that have the same path but for ids, the same parameters, and a body as large.
function sizeUp(request: IncomingMessage): Pick<WaitingTurn, 'kind' | 'guess'> {
  const target = (request.url ?? '').slice(0, MOST_CHARACTERS).replaceAll(/=[^&]*/g, '')
  const length = receivedOf(request).body?.length ?? 0
  const size = Math.ceil(Math.log2(length + 1))
  const kind = `${request.method} ${target.replaceAll(/[^/?&]*\d[^/?&]*/g, '*')} ${size}`
  return { kind: ownText(kind), guess: length / BYTES_PER_MILLISECOND }
}
