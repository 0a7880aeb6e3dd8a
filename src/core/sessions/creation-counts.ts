// Counts records by the time of their creation.

/** How long a period is; `auto` chooses the shortest with few enough periods. */
export type Period = keyof typeof LENGTHS | 'auto'

/** How many records were created in each period. */
export interface Creations {
  readonly per: keyof typeof LENGTHS
  /** The start of the first period; null if there is none. */
  readonly from: string | null
  /** At most sixty periods without gaps, the oldest first. Older records are not counted. */
  readonly counts: readonly { readonly at: string; readonly count: number }[]
}

// The length of the part of a timestamp that a period shares.
const LENGTHS = { hour: 13, day: 10, month: 7 } as const
const MOST_PERIODS = 60
// The rest of the timestamp of the first moment of a period.
const START = '0000-01-01T00:00:00Z'

/** Counts times by period. */
export function countCreations(times: readonly string[], per: Period): Creations {
  if (per !== 'auto') return countPer(times, per)
  const found = (['hour', 'day'] as const).find((each) => fits(times, each))
  return countPer(times, found ?? 'month')
}

function countPer(times: readonly string[], per: keyof typeof LENGTHS): Creations {
  const counted = new Map<string, number>()
  for (const time of times) {
    const start = time.slice(0, LENGTHS[per])
    counted.set(start, (counted.get(start) ?? 0) + 1)
  }
  const sorted = [...counted.keys()].sort()
  const [first = ''] = sorted
  const counts: { at: string; count: number }[] = []
  for (let at = sorted.at(-1) ?? ''; at !== '' && at >= first && counts.length < MOST_PERIODS; at = goBack(at, per)) {
    counts.unshift({ at: toTimestamp(at), count: counted.get(at) ?? 0 })
  }
  return { per, from: counts[0]?.at ?? null, counts }
}

function fits(times: readonly string[], per: 'hour' | 'day'): boolean {
  const starts = [...new Set(times.map((time) => time.slice(0, LENGTHS[per])))].sort()
  const [first = '', last = ''] = [starts[0], starts.at(-1)]
  const milliseconds = Date.parse(toTimestamp(last)) - Date.parse(toTimestamp(first))
  const length = per === 'hour' ? 3_600_000 : 86_400_000
  return milliseconds / length < MOST_PERIODS
}

function goBack(start: string, per: keyof typeof LENGTHS): string {
  const before = new Date(Date.parse(toTimestamp(start)) - 1).toISOString()
  // The years before 0 are written in another way.
  return before.startsWith('-') ? '' : before.slice(0, LENGTHS[per])
}

function toTimestamp(start: string): string {
  return start + START.slice(start.length)
}
