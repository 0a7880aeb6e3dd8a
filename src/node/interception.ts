// Passes each request to the target of its asynchronous context.

import { syncBuiltinESMExports } from 'node:module'
import type { InterceptedAnswer, OnUnanswered } from '../interception/answer.ts'
import { answerFirst, type Claimant, type Precedence } from './shared-source.ts'

/** Receives intercepted requests. */
export interface Target {
  /** Responds to a request. Without a response, the request goes to other MSW servers or to the network. */
  answer(request: Request): Promise<InterceptedAnswer | OnUnanswered | undefined>
}

export type Interception = ReturnType<typeof createInterception>

/**
 * Creates an interception.
 *
 * @param outside the target of requests made outside of `run`
 * @param claims whether that has to answer such a request before other interceptions do
 */
export function createInterception(outside: Target, claims: Claimant['claims'] = () => false) {
  let precedence: Precedence | undefined
  const claimant: Claimant = { answer: (request) => outside.answer(request), claims }

  return {
    /** @throws if another copy of MSW already intercepts requests */
    listen() {
      if (precedence !== undefined) return
      precedence = answerFirst(claimant)
      // MSW replaces functions of `node:http`. This updates the modules that import them by name.
      syncBuiltinESMExports()
    },
    /** Stops intercepting. */
    close() {
      if (precedence === undefined) return
      precedence.end()
      precedence = undefined
      syncBuiltinESMExports()
    },
    isListening: () => precedence !== undefined,
    /** Runs a function. All of its requests go to the target, even those that it makes after it has returned. */
    run<Result>(target: Target, act: () => Result): Result {
      return precedence === undefined ? act() : precedence.run((request) => target.answer(request), act)
    },
  }
}
