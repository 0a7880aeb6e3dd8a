// How an instance asks another one to store what it has changed in a session, before it uses the session itself.

/** Asks for sessions, and gives them away. */
export interface Handover {
  /**
   * Asks an instance for a session, and waits until its changes are stored.
   *
   * @returns whether it was asked: an instance that has ended has nothing that is not stored
   */
  ask(owner: string, name: string): Promise<boolean>
  onWanted(release: (name: string) => Promise<void>): void
}

interface HandoverOptions {
  /** The id of this instance. */
  readonly instance: string
  /** Sends a message to an instance. @returns how many have received it */
  publish(instance: string, message: string): Promise<number>
  subscribe(instance: string, listener: (message: string) => void): Promise<void>
}

interface Message {
  readonly what: 'wanted' | 'released'
  readonly name: string
  readonly from: string
}

// An instance that is alive but takes longer is not waited for. It may lose its last changes.
const LONGEST_WAIT = 3000

/** Listens to what other instances ask for. */
export async function createHandover({ instance, publish, subscribe }: HandoverOptions): Promise<Handover> {
  const waiting = new Map<string, Set<() => void>>()
  let release: (name: string) => Promise<void> = async () => undefined
  const send = (to: string, message: Omit<Message, 'from'>) =>
    publish(to, JSON.stringify({ ...message, from: instance } satisfies Message))
  const answer = async ({ what, name, from }: Message): Promise<void> => {
    if (what === 'wanted') {
      await release(name)
      await send(from, { what: 'released', name })
      return
    }
    for (const act of waiting.get(`${from} ${name}`) ?? []) act()
  }
  // Whoever asks waits only for a time.
  await subscribe(instance, (text) => void answer(JSON.parse(text)).catch(() => undefined))
  return {
    onWanted(listener) {
      release = listener
    },
    async ask(owner, name) {
      if (owner === '') return false
      const { released, stop } = waitFor(waiting, `${owner} ${name}`)
      try {
        const receivers = await send(owner, { what: 'wanted', name })
        if (receivers > 0) await released
        return receivers > 0
      } finally {
        stop()
      }
    },
  }
}

function waitFor(waiting: Map<string, Set<() => void>>, key: string) {
  let stop = (): void => undefined
  const released = new Promise<void>((resolve) => {
    const acts = waiting.get(key) ?? new Set()
    const timer = setTimeout(resolve, LONGEST_WAIT)
    waiting.set(key, acts.add(resolve))
    stop = () => {
      clearTimeout(timer)
      acts.delete(resolve)
      if (acts.size === 0) waiting.delete(key)
    }
  })
  return { released, stop }
}
