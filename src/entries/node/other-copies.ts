// Notices other copies of MSW in the process.

import { Socket } from 'node:net'
import { OptionError } from '../../engine/input/options/option-error.ts'

// MSW 2 keeps its interceptor on the global object, under one of these names. MSW 3 does not, so
// its copies work side by side, although each reports the other's requests as unhandled.
const NAMES: readonly unknown[] = ['interceptor-source', 'setup-server']

const OTHER_COPY = {
  attempt: 'listen',
  received: 'another copy of MSW already intercepts the requests of this process, and two copies do not work together',
  advice:
    'Install a single copy (`npm ls msw` lists them), or close that server and pass its handlers as "handlers". If there is only one, it was loaded again, as by jest.resetModules(): close the first server before.',
}

/** Call this before this package's copy of MSW starts. @throws if another copy of MSW intercepts requests */
export function assertOnlyCopy(): void {
  if (listRunning().length > 0) throw new OptionError(OTHER_COPY)
}

/** Returns what to throw for an error of MSW when it starts. Two copies of MSW 3 may share what only one can use. */
export function describeCopyError(error: unknown): unknown {
  return /^Failed to replace a global value/.test(String(Reflect.get(Object(error), 'message')))
    ? new OptionError(OTHER_COPY)
    : error
}

/** Makes other copies of MSW throw when they listen: they would take our interceptor for theirs. @returns its end */
export function refuseOtherCopies(): () => void {
  const emitter = listRunning()[0]?.emitter
  const refuse = (): never => {
    throw new OptionError({
      attempt: 'listen',
      received:
        'deploymock already intercepts the requests of this process with another copy of MSW, and two copies do not work together',
      advice:
        'Install a single copy (`npm ls msw` lists them), or pass the handlers to deploymock as "handlers". If there is only one, it was loaded again, as by jest.resetModules(): close the simulator before.',
    })
  }
  emitter?.on('newListener', refuse)
  return () => emitter?.removeListener('newListener', refuse)
}

/** Creates what warns of each copy of MSW that has started since. Those before 2.13 and MSW 3 cannot be refused. */
export function createCopyWarning(): () => void {
  // MSW 3 replaces the function that connects sockets.
  const list = (): object[] => [...listRunning(), Socket.prototype.connect]
  const known = new Set(list())
  return () => {
    for (const later of list().filter((each) => !known.has(each))) {
      known.add(later)
      console.error(
        'Another copy of MSW has begun to intercept the requests of this process. It comes before deploymock, so its handlers may answer the requests to the service. Install a single copy (`npm ls msw` lists them), or pass its handlers to deploymock as "handlers".',
      )
    }
  }
}

interface RunningInterceptor {
  /** Only other copies add listeners to it directly. */
  readonly emitter: Record<'on' | 'removeListener', (type: 'newListener', listener: () => never) => void>
}

function listRunning(): RunningInterceptor[] {
  const symbols = Object.getOwnPropertySymbols(globalThis).filter(({ description }) => NAMES.includes(description))
  return symbols.map((symbol) => Reflect.get(globalThis, symbol)).filter((running) => running !== undefined)
}
