// Work that is done one after the other, because each takes much memory.

import type { Steps } from './steps.ts'

/** Does work when all earlier work of the line has ended. */
export type Line = <Result>(work: Steps<Result>) => Steps<Result>

/** Creates an empty line. */
export function createLine(): Line {
  let last: Promise<void> = Promise.resolve()
  return function* (work) {
    const earlier = last
    let end = (): void => undefined
    const own = new Promise<void>((resolve) => {
      end = resolve
    })
    last = earlier.then(() => own)
    try {
      yield earlier
      return yield* work
    } finally {
      end()
    }
  }
}
