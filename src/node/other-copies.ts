import { OptionError } from '../core/option-error.ts'

// MSW 2 keeps what intercepts on the global object, under one of these names. MSW 3 does not,
// and its copies work side by side: they only say that they know nothing of each other's requests.
const NAMES: readonly unknown[] = ['interceptor-source', 'setup-server']

/** @throws when another copy of MSW intercepts requests; the one of this package must not have begun */
export function assertOnlyCopy(): void {
  if (findRunning() === undefined) return
  throw new OptionError(
    'Failed to listen: another copy of MSW already intercepts the requests of this process, and two copies hide each other. Install one for all (`npm ls msw` shows them), or close that server and pass its handlers as "handlers".',
  )
}

/**
 * Makes another copy of MSW fail where it begins to listen from now on. It would take the copy of
 * this package for its own, and never hear of a request.
 *
 * @returns what ends that
 */
export function refuseOtherCopies(): () => void {
  const emitter = findRunning()?.emitter
  const refuse = (): never => {
    throw new OptionError(
      'Failed to listen: deploymock already intercepts the requests of this process with another copy of MSW, and two copies hide each other. Install one for all (`npm ls msw` shows them), or pass the handlers to deploymock as "handlers".',
    )
  }
  emitter?.on('newListener', refuse)
  return () => emitter?.removeListener('newListener', refuse)
}

interface RunningInterceptor {
  /** Only another copy listens to it directly. */
  readonly emitter: Record<'on' | 'removeListener', (type: 'newListener', listener: () => never) => void>
}

function findRunning(): RunningInterceptor | undefined {
  const symbol = Object.getOwnPropertySymbols(globalThis).find(({ description }) => NAMES.includes(description))
  return symbol === undefined ? undefined : Reflect.get(globalThis, symbol)
}
