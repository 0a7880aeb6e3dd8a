import { setTimeout as wait } from 'node:timers/promises'

const EVERY = 50
const PATH = '/_s/others/v2/auth/providers'

/**
 * Sends a small request again and again, in a session without faults.
 *
 * @param record called with how many milliseconds each took
 * @returns a function that stops it
 */
export function askBesides(client, record) {
  let isOver = false
  const ask = async () => {
    while (!isOver) {
      const start = performance.now()
      await client.send('GET', PATH)
      record(performance.now() - start)
      await wait(EVERY)
    }
  }
  const asking = ask()
  return async () => {
    isOver = true
    await asking
  }
}
