// Responses as bytes, cached until the data changes or memory is short.

import type { Outcome, ServiceRequest } from '../define/operation/messages.ts'
import type { Body } from '../http/body.ts'
import { type BoundedMap, createBoundedMap } from '../limits/bounded-map.ts'
import type { ByteBudget, Kept } from '../limits/byte-budget.ts'
import { estimateBytes } from '../limits/byte-size.ts'
import type { Version } from '../store/tables/version.ts'

/** Caches the responses to requests that only read, until the data changes or the memory is needed. */
export interface ResponseCache {
  find(version: Version, request: ServiceRequest): Outcome | undefined
  /** Caches an outcome. */
  keep(version: Version, request: ServiceRequest, outcome: Outcome): Outcome
  /** Finds a document about a world. */
  findDocument(version: Version, name: string): Body | undefined
  /** Caches a document about a world, however large it is. */
  keepDocument(version: Version, name: string, body: Body): void
  /** Caches outcomes from now on. It does so initially. */
  start(): void
  /** Drops all outcomes and stops caching. */
  stop(): void
}

interface Entry {
  readonly outcome: Outcome
  readonly key: string
  readonly siblings: Siblings
}

/** The cached outcomes of one version, oldest first. */
type Siblings = BoundedMap<string, Kept<Entry>>

const ANSWERS_KEPT = 200
// A page can contain a hundred large records. A body larger than this is not worth the memory.
const MOST_BYTES = 64 * 1024
// The size of an outcome without its body, its key and the values that were parsed from its query.
const ANSWER_BYTES = 1024

/** Creates a cache of recent outcomes. Worlds at the same version share it. */
export function createResponseCache(budget: ByteBudget): ResponseCache {
  const { find: findSiblings, open: openSiblings, forgetAll } = createVersionCache(budget)
  let isStopped = false
  const keepEntry = budget.openCache<Entry>('responses', ({ key, siblings }) => void siblings.take(key))

  const find = (version: Version, key: string): Outcome | undefined => {
    const kept = findSiblings(version)?.get(key)
    if (kept === undefined) return undefined
    budget.touch(kept)
    return kept.item.outcome
  }
  const keep = (version: Version, key: string, outcome: Outcome): void => {
    if (isStopped || version.isOver()) return
    const siblings = openSiblings(version)
    const bytes = ANSWER_BYTES + key.length + estimateBytes(outcome.values) + outcome.response.body.buffer.byteLength
    const kept = keepEntry({ outcome, key, siblings }, bytes)
    if (kept !== undefined) siblings.set(key, kept)
  }

  return {
    find: (version, request) => find(version, keyOf(request)),
    keep(version, request, outcome) {
      if (outcome.response.body.length <= MOST_BYTES) keep(version, keyOf(request), outcome)
      return outcome
    },
    findDocument: (version, name) => find(version, keyOfDocument(name))?.response.body,
    keepDocument(version, name, body) {
      keep(version, keyOfDocument(name), { response: { status: 200, headers: {}, body }, dependsOn: [] })
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

/** The cached outcomes of each version, until the version ends. */
function createVersionCache(budget: ByteBudget) {
  const versions = new Map<Version, { siblings: Siblings; stopWaiting: () => void }>()
  const forget = (version: Version): void => {
    const known = versions.get(version)
    if (known === undefined) return
    versions.delete(version)
    known.stopWaiting()
    for (const kept of known.siblings.values()) budget.release(kept)
  }
  return {
    find: (version: Version) => versions.get(version)?.siblings,
    open(version: Version): Siblings {
      const known = versions.get(version)
      if (known !== undefined) return known.siblings
      const siblings: Siblings = createBoundedMap<string, Kept<Entry>>({ most: ANSWERS_KEPT, onDrop: budget.release })
      versions.set(version, { siblings, stopWaiting: version.onDrop(() => forget(version)) })
      return siblings
    },
    forgetAll() {
      for (const version of [...versions.keys()]) forget(version)
    },
  }
}

// No request has this key.
function keyOfDocument(name: string): string {
  return `\n${name}`
}

function keyOf({ method, path, query }: ServiceRequest): string {
  return `${method} ${path}?${query}`
}
