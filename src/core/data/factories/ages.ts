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
