// The bodies of recent responses, as long as there is memory for them.

import type { ByteBudget, Kept } from '../byte-budget.ts'
import type { Body } from '../http/body.ts'

/** A body that is kept until its memory is needed. Responses from the cache share theirs. */
export interface KeptBody {
  /** Its bytes; undefined after it was dropped. */
  bytes: Body | undefined
}

/** The bodies that a journal refers to. */
export interface KeptBodies {
  /** Keeps a body until it is released as many times. It must not change. */
  take(body: Body): KeptBody
  release(kept: KeptBody): void
}

interface SharedBody extends KeptBody {
  readonly body: Body
  users: number
  entry?: Kept | undefined
}

// One busy session must not take the memory of the snapshots and the journals of others.
const MOST_BYTES = 16 * 1024 * 1024

/** Keeps bodies. Each is counted once, and the oldest are dropped when there are too many. */
export function createKeptBodies(budget: ByteBudget): KeptBodies {
  const shared = new Map<Body, SharedBody>()
  let total = 0
  const forget = (item: SharedBody): void => {
    shared.delete(item.body)
    item.bytes = undefined
    total -= item.body.buffer.byteLength
  }
  const keep = budget.openCache<SharedBody>('journals', forget)
  const drop = (item: SharedBody): void => {
    forget(item)
    if (item.entry !== undefined) budget.release(item.entry)
  }
  const dropOldest = (): void => {
    for (const item of shared.values()) {
      if (total <= MOST_BYTES) return
      drop(item)
    }
  }

  return {
    take(body) {
      const known = shared.get(body)
      if (known !== undefined) {
        known.users += 1
        return known
      }
      const item: SharedBody = { body, bytes: body, users: 1 }
      item.entry = keep(item, body.buffer.byteLength)
      if (item.entry === undefined) return { bytes: undefined }
      shared.set(body, item)
      total += body.buffer.byteLength
      dropOldest()
      return item
    },
    release(kept) {
      const item = kept.bytes === undefined ? undefined : shared.get(kept.bytes)
      if (item !== kept || item === undefined) return
      item.users -= 1
      if (item.users === 0) drop(item)
    },
  }
}
