import type { Answer, Call } from './call.ts'
import { encodeBody } from './reply-body.ts'

/** Answers to calls that only read, ready to send for as long as the data stays. */
export interface KeptAnswers {
  find(version: object, call: Call): Answer | undefined
  /** Keeps an answer, with its body in bytes. */
  keep(version: object, call: Call, answer: Answer): Answer
}

const ANSWERS_KEPT = 200
// A page can hold a hundred large records; more than this in one answer is not worth its memory.
const MOST_BYTES = 64 * 1024

/** Creates a store of the answers asked for lately. Worlds that are at the same version share them. */
export function createKeptAnswers(): KeptAnswers {
  const versions = new WeakMap<object, Map<string, Answer>>()

  return {
    find: (version, call) => versions.get(version)?.get(keyOf(call)),
    keep(version, call, answer) {
      const body = encodeBody(answer.reply.body)
      if (body.length > MOST_BYTES) return answer
      const ready = { ...answer, reply: { ...answer.reply, body } }
      const kept = versions.get(version) ?? new Map<string, Answer>()
      versions.set(version, kept)
      if (kept.size >= ANSWERS_KEPT) kept.delete(kept.keys().next().value ?? '')
      kept.set(keyOf(call), ready)
      return ready
    },
  }
}

function keyOf({ method, path, query }: Call): string {
  return `${method} ${path}?${query}`
}
