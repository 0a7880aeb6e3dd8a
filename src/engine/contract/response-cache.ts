// Responses as bytes, cached until the data changes or memory is short.

import { countPinned, joinBody, NO_BODY, type ResponseBody } from '../http/body.ts'
import { type BoundedMap, createBoundedMap } from '../limits/bounded-map.ts'
import { type ByteBudget, type Kept, MEGABYTE } from '../limits/byte-budget.ts'
import { estimateBytes } from '../limits/byte-size.ts'
import type { ChangedRecords } from '../world/database.ts'
import type { World } from '../world/world.ts'
import { type Access, isGiven } from './operation/access.ts'
import type { Outcome, ServiceRequest } from './operation/messages.ts'

/** A world with its present records, which cached responses belong to. */
export type CachedWorld = Pick<World, 'baseline' | 'changes' | 'onNextChange' | 'hasEnded'>

/** Caches the responses to requests that only read, until the data changes or the memory is needed. */
export interface ResponseCache {
  /**
   * Returns the key of a request that others may send as well; undefined if it changes something, or if a fault tells
   * its operation something. It also names the credentials, which decide whether a request is refused.
   */
  keyOf(request: ServiceRequest): string | undefined
  find(world: CachedWorld, key: string, bound: () => string): Outcome | undefined
  /** @param bound what else decides the outcome, such as the origin of the request; others get outcomes of their own */
  keep(world: CachedWorld, key: string, outcome: Outcome, bound?: string): Outcome
  findDocument(world: CachedWorld, name: string): ResponseBody | undefined
  /** Caches a document about a world, however large it is. */
  keepDocument(world: CachedWorld, name: string, body: ResponseBody): void
  /** Caches outcomes from now on. It does so initially. */
  start(): void
  /** Drops all outcomes and stops caching. */
  stop(): void
}

interface CachedOutcome {
  readonly outcome: Outcome
  readonly key: string
  readonly siblings: Siblings
  /** How often it was found. */
  hits: number
}

/** The cached outcomes of the same records, oldest first. */
type Siblings = BoundedMap<string, Kept<CachedOutcome>>

// Enough for a client that reads all pages of 20,000 deployments again and again.
const ANSWERS_KEPT = 2000
const MOST_BYTES_KEPT = 64 * MEGABYTE
// What is sent again and again is sent faster in one part. Joining costs as much as this many times saves.
const HITS_BEFORE_JOINING = 4
// A page can contain a hundred large records. A body larger than this is not worth the memory.
const MOST_BYTES = 256 * 1024
// The size of an outcome without its body, its key and the values that were parsed from its query.
const ANSWER_BYTES = 1024

/** Creates a cache of recent outcomes. Worlds with the same records share it. */
export function createResponseCache(budget: ByteBudget, access: Pick<Access, 'credentials'>): ResponseCache {
  const { cached, open: openSiblings, forgetAll } = createRecordsCache(budget)
  const credentials = Object.values(access.credentials)
  let isStopped = false
  const keepEntry = budget.openCache<CachedOutcome>('responses', ({ key, siblings }) => void siblings.take(key))

  const find = ({ changes }: CachedWorld, key: string, bound: () => string): Outcome | undefined => {
    const siblings = cached.get(changes().records)?.siblings
    const found = siblings?.get(key)
    const kept = found?.item.outcome === BOUND ? siblings?.get(toBoundKey(key, bound())) : found
    if (kept === undefined) return undefined
    kept.isUsed = true
    kept.item.hits += 1
    if (kept.item.hits === HITS_BEFORE_JOINING) joinBody(kept.item.outcome.response.body)
    return kept.item.outcome
  }
  const keep = (world: CachedWorld, key: string, outcome: Outcome): void => {
    if (isStopped || world.hasEnded()) return
    const siblings = openSiblings(world)
    const bytes = ANSWER_BYTES + key.length + estimateBytes(outcome.values) + countPinned(outcome.response.body)
    const kept = keepEntry({ outcome, key, siblings, hits: 0 }, bytes)
    if (kept !== undefined) siblings.set(key, kept)
  }

  return {
    keyOf(request) {
      if ((request.method !== 'GET' && request.method !== 'HEAD') || request.hints !== undefined) return undefined
      let given = ''
      for (const credential of credentials) given += isGiven(credential, request) ? '+' : '-'
      return `${given} ${request.method} ${request.path}?${request.query}`
    },
    find,
    keep(world, key, outcome, bound) {
      if (outcome.response.body.length > MOST_BYTES) return outcome
      if (bound !== undefined) keep(world, key, BOUND)
      keep(world, bound === undefined ? key : toBoundKey(key, bound), outcome)
      return outcome
    },
    findDocument: (world, name) => find(world, keyOfDocument(name), () => '')?.response.body,
    keepDocument(world, name, body) {
      keep(world, keyOfDocument(name), { response: { status: 200, headers: {}, body }, dependsOn: [] })
    },
    start() {
      isStopped = false
    },
    stop() {
      isStopped = true
      forgetAll()
    },
  }
}

/** Stands for outcomes that the key of a request does not decide alone. */
const BOUND: Outcome = { response: { status: 200, headers: {}, body: NO_BODY }, dependsOn: [] }

function toBoundKey(key: string, bound: string): string {
  return `${key}\n${bound}`
}

/** The cached outcomes of different records, until the world that they were cached for changes. */
function createRecordsCache(budget: ByteBudget) {
  const cached = new Map<ChangedRecords, { siblings: Siblings; stopWaiting: () => void }>()
  const forget = (records: ChangedRecords): void => {
    const known = cached.get(records)
    if (known === undefined) return
    cached.delete(records)
    known.stopWaiting()
    for (const kept of known.siblings.values()) budget.release(kept)
  }
  return {
    cached,
    open({ baseline, changes, onNextChange }: CachedWorld): Siblings {
      const { records } = changes()
      const known = cached.get(records)
      if (known !== undefined) return known.siblings
      const siblings: Siblings = createBoundedMap<string, Kept<CachedOutcome>>({
        most: ANSWERS_KEPT,
        mostBytes: MOST_BYTES_KEPT,
        sizeOf: ({ item }) => item.outcome.response.body.length,
        onDrop: budget.release,
      })
      // Other worlds have the unchanged records of a baseline, too.
      const isShared = records === baseline.unchanged.records
      const wait = isShared ? baseline.version.onDrop : onNextChange
      cached.set(records, { siblings, stopWaiting: wait(() => forget(records)) })
      return siblings
    },
    forgetAll() {
      for (const records of [...cached.keys()]) forget(records)
    },
  }
}

// No request has this key.
function keyOfDocument(name: string): string {
  return `\n${name}`
}
