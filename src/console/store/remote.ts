import type { ControlError } from '../../client/index.ts'
import { type Signal, signal } from './signal.ts'
import type { Topic, Topics } from './topics.ts'

/** Data from the server. While it is read again, the old data stays. */
export interface Remote<Data> {
  readonly data: Signal<Data | undefined>
  readonly error: Signal<ControlError | Error | undefined>
  readonly isLoading: Signal<boolean>
  refresh(): Promise<void>
  /** Replaces the data, e.g. with the response of a change. */
  set(data: Data): void
  /** Reads it again whenever one of its topics changes. @returns a function that stops that */
  follow(): () => void
}

// At most four reads per second.
const LEAST_PAUSE = 250

/** Creates data that is read from the server when it is first followed. */
export function createRemoteData<Data>(
  read: () => Promise<Data>,
  topics: Topics,
  on: readonly Topic[] = [],
): Remote<Data> {
  const data = signal<Data | undefined>(undefined)
  const error = signal<Error | undefined>(undefined)
  const isLoading = signal(false)
  let reading = 0

  const refresh = async () => {
    reading += 1
    const own = reading
    isLoading.value = true
    const result = await Promise.resolve()
      .then(read)
      .then(
        (value) => ({ value }),
        (thrown: Error) => ({ thrown }),
      )
    // A later reading has begun, or the data was set.
    if (own !== reading) return
    isLoading.value = false
    error.value = 'thrown' in result ? result.thrown : undefined
    if ('value' in result) data.value = result.value
  }
  return {
    data,
    error,
    isLoading,
    refresh,
    set(value) {
      reading += 1
      isLoading.value = false
      data.value = value
    },
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
