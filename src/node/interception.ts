import { AsyncLocalStorage } from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'
import { http } from 'msw'
import { setupServer } from 'msw/node'

/** What requests are led to. */
export interface Target {
  /** Answers a request; one that is not for it goes on to the network. */
  answer(request: Request): Promise<Response | undefined>
}

/** The requests of this process, on their way. */
export interface Interception {
  listen(): void
  /** Lets all requests go their way again. */
  close(): void
  isListening(): boolean
  /** Leads the requests that a function makes, however late, to a target. */
  run<Result>(target: Target, act: () => Result): Result
}

// MSW 3 calls the first option by the second name. Neither decides anything here, it only keeps
// MSW from warning.
const LEAVE_OTHERS_ALONE = { onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' } as const

/**
 * Creates an interception.
 *
 * @param usual where requests are led that are made outside of every `run`
 */
export function createInterception(usual?: Target): Interception {
  const targets = new AsyncLocalStorage<Target>()
  const everything = http.all(/./, ({ request }) => (targets.getStore() ?? usual)?.answer(request))
  const server = setupServer(everything)
  let isListening = false

  return {
    listen() {
      if (isListening) return
      isListening = true
      server.listen(LEAVE_OTHERS_ALONE)
      // MSW replaces functions of `node:http`: those who imported one by its name have the old one until this.
      syncBuiltinESMExports()
    },
    close() {
      if (!isListening) return
      isListening = false
      server.close()
      syncBuiltinESMExports()
    },
    isListening: () => isListening,
    run: (target, act) => targets.run(target, act),
  }
}
