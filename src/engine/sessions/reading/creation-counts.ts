// Counts records by the time of their creation.

/** How long a period is; `auto` chooses the shortest with few enough periods. */
export type Period = keyof typeof LENGTHS | 'auto'

interface Creations {
  readonly per: keyof typeof LENGTHS
  readonly from: string | null
  readonly counts: readonly { readonly at: string; readonly count: number }[]
}

// The length of the part of a timestamp that a period shares.
const LENGTHS = { hour: 13, day: 10, month: 7 } as const
const MOST_PERIODS = 60
// The rest of the timestamp of the first moment of a period.
const START = '0000-01-01T00:00:00Z'

/** How many records were created in each hour. */
export type HourCounts = ReadonlyMap<string, number>

/** Returns the part of a timestamp that names its hour. */
export function readHour(timestamp: string): string {
  return timestamp.slice(0, LENGTHS.hour)
}

export function countCreations(hours: HourCounts, per: Period): Creations {
  if (per !== 'auto') return countPer(hours, per)
  const found = (['hour', 'day'] as const).find((each) => fits(hours, each))
  return countPer(hours, found ?? 'month')
}

function countPer(hours: HourCounts, per: keyof typeof LENGTHS): Creations {
  const counted = new Map<string, number>()
  for (const [hour, count] of hours) {
    const start = hour.slice(0, LENGTHS[per])
    counted.set(start, (counted.get(start) ?? 0) + count)
  }
  const sorted = [...counted.keys()].sort()
  const [first = ''] = sorted
  const counts: { at: string; count: number }[] = []
  for (let at = sorted.at(-1) ?? ''; at !== '' && at >= first && counts.length < MOST_PERIODS; at = goBack(at, per)) {
    counts.unshift({ at: toTimestamp(at), count: counted.get(at) ?? 0 })
  }
  return { per, from: counts[0]?.at ?? null, counts }
}

function fits(hours: HourCounts, per: 'hour' | 'day'): boolean {
  const starts = [...new Set(Array.from(hours.keys(), (hour) => hour.slice(0, LENGTHS[per])))].sort()
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
