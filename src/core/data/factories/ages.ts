import { compareTimestamps } from '../../records/timestamp.ts'

const MICROSECONDS_BACK = 3 * 365 * 86_400_000_000

/**
 * How old a record of a seeded world is, in microseconds, where the first record is the
 * youngest and each further one is older by less and less: any count fits into three years.
 *
 * @param halfway the number of the record that is half as old as records can get
 * @param share where between its own age and the next record's it stands, from 0 to 1
 */
export function ageFromYoungest(index: number, halfway: number, share: number): number {
  const ageOf = (position: number) => (MICROSECONDS_BACK * position) / (position + halfway)
  // Short of the whole way, so that no record catches up with the next.
  return Math.floor(ageOf(index) + (ageOf(index + 1) - ageOf(index)) * share * 0.9)
}

/** The same where the first record is the oldest, and each further one is younger by less and less. */
export function ageFromOldest(index: number, halfway: number, share: number): number {
  return MICROSECONDS_BACK - ageFromYoungest(index, halfway, share)
}

/** Two times of a record of which some are given: what is made up gives way, so that none is updated before it is created. */
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
