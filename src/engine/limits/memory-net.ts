// The net below all counters: what the process has really taken decides what is dropped and what is refused.

import { NoRoomError } from '../input/options/option-error.ts'

/** How much of its memory a process has taken. */
export interface TakenMemory {
  /** The share of what it may take, without garbage as far as that is known. */
  readonly share: number
  /** Another number after each collection of garbage. */
  readonly collections: number
}

/**
 * Measures the memory of the process.
 *
 * @param isSure whether to collect garbage first, unless that was done just before
 * @param hasFreed whether there is other garbage since then
 */
export type MeasureMemory = (isSure: boolean, hasFreed: boolean) => TakenMemory

export type MemoryNet = ReturnType<typeof createMemoryNet>

// V8 ends a process at about 0.9 of its limit, and earlier if it finds hardly any garbage. A request may take a tenth.
const DROPS_FROM = 0.6
const REFUSES_FROM = 0.7
const CLOSES_FROM = 0.8
// A look costs a microsecond.
const REQUESTS_PER_LOOK = 8

/**
 * Creates a net, which does nothing before something measures the memory of the process. It knows nothing of what is
 * counted: that can be wrong, or forgotten.
 */
export function createMemoryNet() {
  let measure: MeasureMemory | undefined
  let drop = (_isShort: boolean): void => undefined
  let share = 0
  let cleared = -1
  let requests = 0
  let hasFreed = false
  // Once after each collection, because the next one shows what it was good for.
  const dropOnce = ({ collections }: TakenMemory, isShort: boolean): void => {
    if (collections === cleared) return
    cleared = collections
    drop(isShort)
  }
  const look = (): void => {
    if (measure === undefined) return
    let taken = measure(false, false)
    if (taken.share >= DROPS_FROM) dropOnce(taken, false)
    if (taken.share >= REFUSES_FROM) {
      taken = measure(true, hasFreed)
      hasFreed = false
      if (taken.share >= REFUSES_FROM) dropOnce(taken, true)
    }
    share = taken.share
  }
  return {
    /** Starts to measure. */
    watch(by: MeasureMemory) {
      measure = by
    },
    /** Sets what drops everything that can be built again. @param act gets whether to drop everything else, too */
    onShort(act: typeof drop) {
      drop = act
    },
    /** Looks at the memory now. */
    look,
    /** Notes that something is given back, so that nothing is refused for what it has taken. */
    noteFreed() {
      hasFreed = true
    },
    /** Looks at the memory if it is time to. Every request does so. */
    glance() {
      requests += 1
      if (share >= DROPS_FROM || requests % REQUESTS_PER_LOOK === 0) look()
    },
    /** The share that is taken; undefined if nothing measures it. */
    share: () => (measure === undefined ? undefined : share),
    /** Whether everything that would add something is refused. The rest goes on. */
    isFull: () => share >= REFUSES_FROM,
    /** Whether large bodies and large responses are refused, too, until there is more room. */
    isClosed: () => share >= CLOSES_FROM,
    /** Builds the error for what is refused. */
    refuse: (attempt: string, retryAfter?: number) =>
      new NoRoomError(
        {
          attempt,
          received: `the process has taken ${Math.round(100 * share)} % of its memory`,
          advice: 'Delete records, reset or end sessions, or let it take more: in Node with --max-old-space-size.',
        },
        retryAfter === undefined ? {} : { retryAfter },
      ),
  }
}
