// Responses as bytes, cached until the data changes or memory is short.

import type { ByteBudget, Kept } from '../byte-budget.ts'
import type { Version } from '../store/version.ts'
import type { Outcome, ServiceRequest } from './messages.ts'

/** Caches the responses to requests that only read, until the data changes or the memory is needed. */
export interface ResponseCache {
  find(version: Version, request: ServiceRequest): Outcome | undefined
  /** Caches an outcome. */
  keep(version: Version, request: ServiceRequest, outcome: Outcome): Outcome
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
type Siblings = Map<string, Kept<Entry>>

const ANSWERS_KEPT = 200
// A page can contain a hundred large records. A body larger than this is not worth the memory.
const MOST_BYTES = 64 * 1024
// The size of an outcome without its body and its key. The values parsed from a query take a few times its length.
const ANSWER_BYTES = 1024
const BYTES_PER_CHARACTER = 5

/** Creates a cache of recent outcomes. Worlds at the same version share it. */
export function createResponseCache(budget: ByteBudget): ResponseCache {
  const { find: findSiblings, open: openSiblings, forgetAll } = createVersionCache(budget)
  let isStopped = false
  const keepEntry = budget.openCache<Entry>('responses', ({ key, siblings }) => void siblings.delete(key))

  return {
    find(version, request) {
      const kept = findSiblings(version)?.get(keyOf(request))
      if (kept === undefined) return undefined
      budget.touch(kept)
      return kept.item.outcome
    },
    keep(version, request, outcome) {
      const { body } = outcome.response
      if (isStopped || version.isOver() || body.length > MOST_BYTES) return outcome
      const siblings = openSiblings(version)
      const key = keyOf(request)
      if (siblings.size >= ANSWERS_KEPT) dropFirst(siblings, budget)
      const bytes = ANSWER_BYTES + key.length * BYTES_PER_CHARACTER + body.buffer.byteLength
      const kept = keepEntry({ outcome: outcome, key, siblings }, bytes)
      if (kept !== undefined) siblings.set(key, kept)
      return outcome
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
      const siblings: Siblings = new Map()
      versions.set(version, { siblings, stopWaiting: version.onDrop(() => forget(version)) })
      return siblings
    },
    forgetAll() {
      for (const version of [...versions.keys()]) forget(version)
    },
  }
}

function dropFirst(siblings: Siblings, { release }: ByteBudget): void {
  for (const [key, kept] of siblings) {
    release(kept)
    siblings.delete(key)
    return
  }
}

function keyOf({ method, path, query }: ServiceRequest): string {
  return `${method} ${path}?${query}`
}
