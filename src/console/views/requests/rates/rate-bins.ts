// The rates of the last minutes, in bins of the same length, for charts.

import type { JournalEntry } from '../../../../client/index.ts'
import type { Rate } from '../../../store/stream/ring.ts'

/** What happened in intervals of the same length, oldest first. */
export interface RateBins {
  /** Machine time of the start in milliseconds. */
  readonly start: number
  readonly end: number
  /** Requests per second. */
  readonly rates: readonly number[]
  /** Requests per second that failed with 5xx or got no response. */
  readonly errors: readonly number[]
  /** The slowest of 20 requests in milliseconds; null if there was none. */
  readonly p95: readonly (number | null)[]
}

const BIN_COUNT = 60
const BIN_MILLISECONDS = 2000
const FRAME_MILLISECONDS = 250

/** Sorts rates into bins that end now. */
export function binRates(rates: readonly Rate[], now: number): RateBins {
  // Bins begin at round times, so that they do not change while time passes.
  const end = Math.ceil(now / BIN_MILLISECONDS) * BIN_MILLISECONDS
  const start = end - BIN_COUNT * BIN_MILLISECONDS
  const counts = new Array<number>(BIN_COUNT).fill(0)
  const errors = new Array<number>(BIN_COUNT).fill(0)
  const p95 = new Array<number | null>(BIN_COUNT).fill(null)
  for (const rate of rates) {
    const bin = Math.floor((rate.at - start) / BIN_MILLISECONDS)
    if (bin < 0 || bin >= BIN_COUNT) continue
    counts[bin] = (counts[bin] ?? 0) + rate.count
    errors[bin] = (errors[bin] ?? 0) + rate.errors
    if (rate.p95 !== null) p95[bin] = Math.max(p95[bin] ?? 0, rate.p95)
  }
  const perSecond = (count: number) => count / (BIN_MILLISECONDS / 1000)
  return { start, end, rates: counts.map(perSecond), errors: errors.map(perSecond), p95 }
}

/** Lists the rates from before the page was opened, as far as the request log knows them. */
export function listEarlier(entries: readonly JournalEntry[], live: readonly Rate[], now: number): readonly Rate[] {
  // A frame contains what arrived before it.
  const end = (live[0]?.at ?? now) - FRAME_MILLISECONDS
  const start = now - BIN_COUNT * BIN_MILLISECONDS
  if (end < start) return []
  return entries.flatMap(({ received, state, status, milliseconds }) => {
    const at = Date.parse(received)
    if (at < start || at > end || state === 'pending') return []
    return [{ at, count: 1, errors: status === null || status >= 500 ? 1 : 0, p95: milliseconds }]
  })
}

/** Returns the interval between two places of a chart, each from 0 to 1. */
export function pickInterval({ start, end }: RateBins, one: number, other: number): { from: number; to: number } {
  const at = (place: number) => Math.round(start + Math.max(0, Math.min(1, place)) * (end - start))
  return { from: at(Math.min(one, other)), to: at(Math.max(one, other)) }
}
