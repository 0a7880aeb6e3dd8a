import type { ByteBudget, Kept } from '../byte-budget.ts'
import type { Version } from '../data/version.ts'
import type { Outcome, ServiceRequest } from './messages.ts'
import { encodeBody } from './response-body.ts'

/** Answers to requests that only read, ready to send for as long as the data stays and there is memory for them. */
export interface ResponseCache {
  find(version: Version, request: ServiceRequest): Outcome | undefined
  /** Keeps an answer, with its body in bytes. */
  keep(version: Version, request: ServiceRequest, outcome: Outcome): Outcome
  /** Keeps answers from now on, as it does from the start. */
  start(): void
  /** Drops all answers, and keeps none from now on. */
  stop(): void
}

interface Entry {
  readonly outcome: Outcome
  readonly key: string
  readonly siblings: Siblings
}

/** The answers of one version, oldest first. */
type Siblings = Map<string, Kept<Entry>>

const ANSWERS_KEPT = 200
// A page can hold a hundred large records; more than this in one answer is not worth its memory.
const MOST_BYTES = 64 * 1024
// What an answer takes beside its body and its key. What was read from a query is a few times as long as the query.
const ANSWER_BYTES = 1024
const BYTES_PER_CHARACTER = 5

/** Creates a store of the answers asked for lately. Worlds that are at the same version share them. */
export function createResponseCache(budget: ByteBudget): ResponseCache {
  const versions = new Map<Version, { siblings: Siblings; stopWaiting: () => void }>()
  let isStopped = false
  const keepEntry = budget.openCache<Entry>('responses', ({ key, siblings }) => void siblings.delete(key))

  const forget = (version: Version): void => {
    const known = versions.get(version)
    if (known === undefined) return
    versions.delete(version)
    known.stopWaiting()
    for (const kept of known.siblings.values()) budget.release(kept)
  }
  const findSiblings = (version: Version): Siblings => {
    const known = versions.get(version)
    if (known !== undefined) return known.siblings
    const siblings: Siblings = new Map()
    versions.set(version, { siblings, stopWaiting: version.onDrop(() => forget(version)) })
    return siblings
  }

  return {
    find(version, request) {
      const kept = versions.get(version)?.siblings.get(keyOf(request))
      if (kept === undefined) return undefined
      budget.touch(kept)
      return kept.item.outcome
    },
    keep(version, request, outcome) {
      const body = encodeBody(outcome.response.body)
      if (isStopped || version.isOver() || body.length > MOST_BYTES) return outcome
      const ready = { ...outcome, response: { ...outcome.response, body } }
      const siblings = findSiblings(version)
      const key = keyOf(request)
      if (siblings.size >= ANSWERS_KEPT) dropFirst(siblings, budget)
      const bytes = ANSWER_BYTES + key.length * BYTES_PER_CHARACTER + body.buffer.byteLength
      const kept = keepEntry({ outcome: ready, key, siblings }, bytes)
      if (kept !== undefined) siblings.set(key, kept)
      return ready
    },
    start() {
      isStopped = false
    },
    stop() {
      isStopped = true
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
