import { AsyncLocalStorage } from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'
import { answerFirst } from './shared-source.ts'

/** What requests are led to. */
export interface Target {
  /** Answers a request; one that is not for it goes on to other MSW servers, or to the network. */
  answer(request: Request): Promise<Response | undefined>
}

/** The requests of this process, on their way. */
export interface Interception {
  /** @throws when another copy of MSW intercepts requests already */
  listen(): void
  /** Lets all requests go their way again. */
  close(): void
  isListening(): boolean
  /** Leads the requests that a function makes, however late, to a target. */
  run<Result>(target: Target, act: () => Result): Result
}

/**
 * Creates an interception.
 *
 * @param usual where requests are led that are made outside of every `run`
 */
export function createInterception(usual?: Target): Interception {
  const targets = new AsyncLocalStorage<Target>()
  let stop: (() => void) | undefined

  return {
    listen() {
      if (stop !== undefined) return
      stop = answerFirst((request) => (targets.getStore() ?? usual)?.answer(request))
      // MSW replaces functions of `node:http`: those who imported one by its name have the old one until this.
      syncBuiltinESMExports()
    },
    close() {
      if (stop === undefined) return
      stop()
      stop = undefined
      syncBuiltinESMExports()
    },
    isListening: () => stop !== undefined,
    run: (target, act) => targets.run(target, act),
  }
}
