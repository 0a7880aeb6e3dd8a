import { setTimeout as wait } from 'node:timers/promises'

const EVERY = 50

/**
 * Sends a small request again and again, in a session that nobody else uses.
 *
 * @param record called with how many milliseconds each took
 * @returns a function that stops it
 */
export function askBesides(client, { session, record }) {
  let isOver = false
  const ask = async () => {
    while (!isOver) {
      const start = performance.now()
      await client.send('GET', `/_s/${session}/v2/auth/providers`)
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
