// What a client got of a response, and what a journal keeps of it.

import type { Outcome, ServiceResponse, TransportFault } from '../contract/operation/messages.ts'
import { type Body, buildBody, countPinned, joinBody, type ResponseBody } from '../http/body.ts'
import { createBoundedMap } from '../limits/bounded-map.ts'
import type { ByteBudget, Kept } from '../limits/byte-budget.ts'
import type { SentResponse } from './entry.ts'
import { listHeaders } from './header-list.ts'

// One busy session must not take the memory of the snapshots and the journals of others.
const MOST_BYTES = 16 * 1024 * 1024

/** A response before its text is needed. */
export interface KeptResponse {
  readonly headers: ServiceResponse['headers']
  /** Undefined if no body was sent. */
  readonly body: KeptBody | undefined
  readonly bytes: number
  readonly isCut: boolean
}

const MOST_BODY_BYTES = 1024 * 1024

export function keepResponse(response: ServiceResponse, bodies: KeptBodies): KeptResponse {
  const { headers, body, transportFault } = response
  const bytes = transportFault === undefined ? body.length : countSpoilt(body.length, transportFault)
  const kept = Math.min(bytes, MOST_BODY_BYTES)
  return {
    headers,
    body:
      kept === 0 ? undefined : bodies.take(kept === body.length ? body : buildBody([joinBody(body).slice(0, kept)])),
    bytes,
    isCut: kept < body.length,
  }
}

/** Builds the description of a response. @param status null if there was no response */
export function readSentResponse({ headers, body, bytes, isCut }: KeptResponse, status: number | null): SentResponse {
  const source = body?.source?.body
  const kept = source && joinBody(source)
  return {
    status,
    headers: status === null ? [] : listHeaders(headers),
    body: kept === undefined ? null : decode(kept, { fatal: false }),
    bytes,
    isWhole: !isCut && (body === undefined || kept !== undefined),
    isBinary: kept !== undefined && !isUtf8(kept),
  }
}

function isUtf8(bytes: Body): boolean {
  try {
    decode(bytes, { fatal: true })
    return true
  } catch {
    return false
  }
}

interface DecodeOptions {
  readonly fatal: boolean
}

// As a stream, because the body may have been cut within a character.
function decode(bytes: Body, { fatal }: DecodeOptions): string {
  return new TextDecoder('utf-8', { fatal, ignoreBOM: true }).decode(bytes, { stream: true })
}

export function readStatus({ response: { status, transportFault } }: Outcome): number | null {
  switch (transportFault?.kind) {
    case 'stall':
    case 'reset':
      return null
    case undefined:
    case 'cut':
    case 'wrong-length':
      return status
  }
}

function countSpoilt(length: number, fault: TransportFault): number {
  switch (fault.kind) {
    case 'stall':
    case 'reset':
      return 0
    case 'cut':
      return Math.min(length, fault.after)
    case 'wrong-length':
      return length
  }
}

/** A body until its memory is needed. Nothing else of a journal may refer to the bytes, or they would stay in memory. */
interface SharedBody {
  /** Undefined after it was dropped. */
  body: ResponseBody | undefined
  /** How many bytes of memory it keeps. */
  readonly size: number
  /** How many journals have it. */
  users: number
  entry: Kept | undefined
}

/** The bodies that all journals of a simulator refer to. Cached responses have the same ones in many sessions. */
export type SharedBodies = ReturnType<typeof createSharedBodies>

/** Keeps the bodies of all journals. Each is counted once. */
export function createSharedBodies(budget: ByteBudget) {
  const known = new Map<ResponseBody, SharedBody>()
  const forget = (item: SharedBody): void => {
    if (item.body !== undefined) known.delete(item.body)
    item.body = undefined
  }
  const keep = budget.openCache<SharedBody>('journals', forget)
  const drop = (item: SharedBody): void => {
    if (item.entry !== undefined) budget.release(item.entry)
    forget(item)
  }
  return {
    /** Returns a body that journals have, or a new one, which some journal must use then. It must not change. */
    open(body: ResponseBody): SharedBody {
      const found = known.get(body)
      if (found !== undefined) return found
      const item: SharedBody = { body, size: countPinned(body), users: 0, entry: undefined }
      item.entry = keep(item, item.size)
      if (item.entry === undefined) item.body = undefined
      else known.set(body, item)
      return item
    },
    /** Notes that a journal no longer has a body. */
    release(item: SharedBody) {
      item.users -= 1
      if (item.users === 0) drop(item)
    },
    /** Drops all bodies. The journals keep the rest of their requests. */
    drop: () => [...known.values()].forEach(drop),
  }
}

/** A body of a journal, whatever number of its requests have it. */
interface KeptBody {
  /** Undefined after this journal has dropped it. */
  source: SharedBody | undefined
  users: number
}

export type KeptBodies = ReturnType<typeof createKeptBodies>

/** Keeps the bodies of a journal. The oldest are dropped when there are too many. */
export function createKeptBodies(shared: SharedBodies) {
  const drop = (item: KeptBody): void => {
    if (item.source !== undefined) shared.release(item.source)
    item.source = undefined
  }
  const sizeOf = ({ source }: KeptBody): number => source?.size ?? 0
  const own = createBoundedMap<SharedBody, KeptBody>({ mostBytes: MOST_BYTES, sizeOf, onDrop: drop })

  return {
    /** Keeps a body until it is released as many times. It must not change. */
    take(body: ResponseBody): KeptBody {
      const source = shared.open(body)
      const known = own.get(source)
      if (known !== undefined) {
        known.users += 1
        return known
      }
      const item: KeptBody = { source, users: 1 }
      source.users += 1
      own.set(source, item)
      return item
    },
    release(item: KeptBody) {
      item.users -= 1
      if (item.users > 0 || item.source === undefined) return
      own.take(item.source)
      drop(item)
    },
  }
}
