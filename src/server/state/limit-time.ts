// Limits how long a store may take, so that nobody waits for a disk or a network that hangs, and how much is done at once.

// Not the global functions, because tests replace them.
import { clearTimeout, setTimeout } from 'node:timers'

/** How long an answer may take, and who does not answer then. */
interface TimeLimit {
  readonly place: string
  readonly milliseconds: number
  /** Called when the time is over. */
  onLate?(): void
}

// A long turn of the event loop counts as one part: meanwhile, nobody has read what has arrived.
const PARTS = 8

/** Waits for an answer. @throws Error if it takes too long: nobody waits for it any more, but it may still arrive */
export async function limitTime<Result>(
  answer: Promise<Result>,
  { place, milliseconds, onLate }: TimeLimit,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const wait = (left: number): void => {
      timer = setTimeout(() => {
        if (left > 1) return wait(left - 1)
        onLate?.()
        reject(new LateError(place))
      }, milliseconds / PARTS)
    }
    wait(PARTS)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** Does work. @param more how many milliseconds longer than usual it may take */
export type Within = <Result>(act: () => Promise<Result>, more?: number) => Promise<Result>

/**
 * Returns what does work within a time. While earlier work takes longer, it begins nothing: that would occupy one more
 * thread, and what is written later could be replaced by what was written earlier.
 */
export function createTimeLimit(place: string, milliseconds: number): Within {
  let late = 0
  return async (act, more = 0) => {
    if (late > 0) throw new LateError(place)
    const answer = act()
    const end = (): void => {
      late -= 1
    }
    const onLate = (): void => {
      late += 1
      answer.then(end, end)
    }
    return limitTime(answer, { place, milliseconds: milliseconds + more, onLate })
  }
}

const AT_ONCE = 32

/** Does something with each of many items, some of them at once. @returns the results in the order of the items */
export async function doForEach<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += AT_ONCE) {
    results.push(...(await Promise.all(items.slice(start, start + AT_ONCE).map(act))))
  }
  return results
}

/** Returns what does work after all earlier work has ended. */
export function createQueue(): Within {
  let tail = Promise.resolve()
  return (act) => {
    const result = tail.then(act)
    const end = (): void => undefined
    tail = result.then(end, end)
    return result
  }
}

/** An answer takes too long. */
export class LateError extends Error {
  constructor(place: string) {
    super(`${place} does not answer`)
  }
}
