// Passes each request to the target of its asynchronous context.

import { AsyncLocalStorage } from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'
import type { InterceptedAnswer, OnUnanswered } from '../interception/answer.ts'
import { answerFirst } from './shared-source.ts'

/** Receives intercepted requests. */
export interface Target {
  /** Responds to a request. Without a response, the request goes to other MSW servers or to the network. */
  answer(request: Request): Promise<InterceptedAnswer | OnUnanswered | undefined>
}

export type Interception = ReturnType<typeof createInterception>

/** Creates an interception. @param usual the target of requests made outside of `run` */
export function createInterception(usual?: Target) {
  const targets = new AsyncLocalStorage<Target>()
  let stop: (() => void) | undefined

  return {
    /** @throws if another copy of MSW already intercepts requests */
    listen() {
      if (stop !== undefined) return
      stop = answerFirst((request) => (targets.getStore() ?? usual)?.answer(request))
      // MSW replaces functions of `node:http`. This updates the modules that import them by name.
      syncBuiltinESMExports()
    },
    /** Stops intercepting. */
    close() {
      if (stop === undefined) return
      stop()
      stop = undefined
      syncBuiltinESMExports()
    },
    isListening: () => stop !== undefined,
    /** Runs a function. All of its requests go to the target, even those that it makes after it has returned. */
    run: <Result>(target: Target, act: () => Result) => targets.run(target, act),
  }
}
