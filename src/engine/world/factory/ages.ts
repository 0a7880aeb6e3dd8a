import { compareTimestamps } from '../../input/schemas/timestamp.ts'

const MICROSECONDS_BACK = 3 * 365 * 86_400_000_000

/**
 * Computes the age of a seeded record in microseconds. The first record is the youngest. The differences
 * between consecutive ages shrink, so that any number of records fits into three years.
 *
 * @param halfway the number of the record that is half as old as records can get
 * @param share shifts the age towards that of the next record, from 0 to 1
 */
export function ageFromYoungest(index: number, halfway: number, share: number): number {
  const ageOf = (position: number) => (MICROSECONDS_BACK * position) / (position + halfway)
  // The factor keeps every record younger than the next one.
  return Math.floor(ageOf(index) + (ageOf(index + 1) - ageOf(index)) * share * 0.9)
}

/** Like `ageFromYoungest`, but the first record is the oldest, and the following ones are younger. */
export function ageFromOldest(index: number, halfway: number, share: number): number {
  return MICROSECONDS_BACK - ageFromYoungest(index, halfway, share)
}

/** The times of a record, as far as they are given. */
interface PartialTimes {
  readonly created_at?: string | undefined
  readonly updated_at?: string | undefined
}

/** Completes the times of a record that is created after the start of a world. */
export function completeTimes(times: PartialTimes, now: string): { created_at: string; updated_at: string } {
  const { created_at = times.updated_at ?? now, updated_at = created_at } = times
  return { created_at, updated_at }
}

/**
 * Combines the given times of a record with generated ones. It adjusts a generated time if the record
 * would otherwise be updated before it is created.
 */
export function reconcileTimes(
  given: { readonly created_at?: string; readonly updated_at?: string },
  built: { readonly created_at: string; readonly updated_at: string },
): { created_at: string; updated_at: string } {
  const isBefore = (a: string, b: string) => compareTimestamps(a, b) < 0
  const created_at =
    given.created_at ??
    (given.updated_at !== undefined && isBefore(given.updated_at, built.created_at)
      ? given.updated_at
      : built.created_at)
  const updated_at = given.updated_at ?? (isBefore(built.updated_at, created_at) ? created_at : built.updated_at)
  return { created_at, updated_at }
}
