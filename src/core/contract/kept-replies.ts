import type { Database } from '../data/database.ts'
import type { Call, Reply } from './call.ts'

/** Replies to calls that only read, ready to send until the data changes. */
export interface KeptReplies {
  find(call: Call): Reply | undefined
  /** Keeps a reply, with its body in bytes. */
  keep(call: Call, reply: Reply): Reply
}

const REPLIES_KEPT = 200
// A page can hold a hundred large records; more than this in one reply is not worth its memory.
const MOST_BYTES = 64 * 1024

/** Creates a store of the replies asked for lately. */
export function createKeptReplies(database: Database): KeptReplies {
  const encoder = new TextEncoder()
  const kept = new Map<string, Reply>()
  for (const table of Object.values(database)) table.watch(() => kept.clear())

  return {
    find: (call) => kept.get(keyOf(call)),
    keep(call, reply) {
      const body = typeof reply.body === 'string' ? encoder.encode(reply.body) : reply.body
      if (body.length > MOST_BYTES) return reply
      const ready = { ...reply, body }
      if (kept.size >= REPLIES_KEPT) kept.delete(kept.keys().next().value ?? '')
      kept.set(keyOf(call), ready)
      return ready
    },
  }
}

function keyOf({ method, path, query }: Call): string {
  return `${method} ${path}?${query}`
}
