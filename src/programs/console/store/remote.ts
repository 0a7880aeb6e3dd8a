import { signal } from './signal.ts'
import type { Topic, Topics } from './topics.ts'

/** Data from the server. While it is read again, the old data stays. */
export type Remote<Data> = ReturnType<typeof createRemoteData<Data>>

// At most four reads per second.
const LEAST_PAUSE = 250

/** Creates data that is read from the server when it is first followed. */
export function createRemoteData<Data>(read: () => Promise<Data>, topics: Topics, on: readonly Topic[] = []) {
  const data = signal<Data | undefined>(undefined)
  const error = signal<Error | undefined>(undefined)
  const isLoading = signal(false)
  let reading = 0

  const refresh = async () => {
    reading += 1
    const own = reading
    isLoading.value = true
    const [result] = await Promise.allSettled([Promise.resolve().then(read)])
    // A later reading has begun, or the data was set.
    if (own !== reading) return
    isLoading.value = false
    error.value = result.status === 'rejected' ? result.reason : undefined
    if (result.status === 'fulfilled') data.value = result.value
  }
  return {
    data,
    error,
    isLoading,
    refresh,
    /** Replaces the data, e.g. with the response of a change. */
    set(value: Data) {
      reading += 1
      isLoading.value = false
      data.value = value
    },
    /** Reads it again whenever one of its topics changes. @returns a function that stops that */
    follow() {
      const slow = createBrake(refresh)
      const stops = on.map((topic) => {
        const version = topics.of(topic)
        const first = version.peek()
        return version.subscribe((now) => now !== first && slow.ask())
      })
      // What failed is tried again when anything may have changed, as when the server is back.
      stops.push(topics.of('').subscribe(() => error.peek() !== undefined && slow.ask()))
      void refresh()
      return () => {
        for (const stop of stops) stop()
        slow.stop()
      }
    },
  }
}

/** Calls a function when it is asked to, but never before the last call has ended and some time has passed. */
function createBrake(call: () => Promise<void>): { ask(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isBusy = false
  let isAsked = false
  const go = async () => {
    isBusy = true
    isAsked = false
    await call()
    timer = setTimeout(() => {
      isBusy = false
      if (isAsked) void go()
    }, LEAST_PAUSE)
  }
  return {
    ask() {
      isAsked = true
      if (!isBusy) void go()
    },
    stop() {
      clearTimeout(timer)
      isBusy = true
    },
  }
}
