// Rejects a second copy of MSW 2 in the process.

import { OptionError } from '../engine/input/options/option-error.ts'

// MSW 2 keeps its interceptor on the global object, under one of these names. MSW 3 does not, so
// its copies work side by side, although each reports the other's requests as unhandled.
const NAMES: readonly unknown[] = ['interceptor-source', 'setup-server']

/** Call this before this package's copy of MSW starts. @throws if another copy of MSW intercepts requests */
export function assertOnlyCopy(): void {
  if (findRunning() === undefined) return
  throw new OptionError({
    attempt: 'listen',
    received:
      'another copy of MSW already intercepts the requests of this process, and two copies do not work together',
    advice:
      'Install a single copy (`npm ls msw` lists them), or close that server and pass its handlers as "handlers".',
  })
}

/**
 * Makes other copies of MSW throw when they start to listen. Without this, another copy would
 * mistake the interceptor of this package's copy for its own, and never receive a request.
 *
 * @returns a function that allows other copies again
 */
export function refuseOtherCopies(): () => void {
  const emitter = findRunning()?.emitter
  const refuse = (): never => {
    throw new OptionError({
      attempt: 'listen',
      received:
        'deploymock already intercepts the requests of this process with another copy of MSW, and two copies do not work together',
      advice: 'Install a single copy (`npm ls msw` lists them), or pass the handlers to deploymock as "handlers".',
    })
  }
  emitter?.on('newListener', refuse)
  return () => emitter?.removeListener('newListener', refuse)
}

interface RunningInterceptor {
  /** Only other copies add listeners to it directly. */
  readonly emitter: Record<'on' | 'removeListener', (type: 'newListener', listener: () => never) => void>
}

function findRunning(): RunningInterceptor | undefined {
  const symbol = Object.getOwnPropertySymbols(globalThis).find(({ description }) => NAMES.includes(description))
  return symbol === undefined ? undefined : Reflect.get(globalThis, symbol)
}
