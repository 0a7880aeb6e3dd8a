// Lets a simulator take the place of the one that has started before in the same page.

import type { Simulator } from '../index.ts'
import type { Front, Started } from './front.ts'

const REPLACED = {
  attempt: 'use the simulator',
  received: 'it was stopped, because another one was started for the same base URL',
  advice: 'Use that one, or stop this one before.',
}

/**
 * Stops the simulator of the page with the same base URL, if there is one. Two of them would both accept changes, but
 * only one answers. It does not fail, because hot module replacement starts a simulator again and again.
 *
 * @param stop stops this simulator, when another one takes its place
 * @returns a function that gives up the place
 */
export async function takePlace(
  { started }: Pick<Front, 'started'>,
  { base, retire }: Simulator,
  stop: () => Promise<void>,
): Promise<() => void> {
  const url = `${base.origin ?? ''}${base.path}`
  const own: Started = {
    replace() {
      const stopping = stop()
      retire(REPLACED)
      return stopping
    },
  }
  const earlier = started.get(url)
  started.set(url, own)
  await earlier?.replace()
  return () => {
    if (started.get(url) === own) started.delete(url)
  }
}
