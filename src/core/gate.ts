import type { Call, Reply } from './contract/call.ts'
import type { Failure } from './contract/errors.ts'
import type { Route } from './contract/routing.ts'
import { OptionError } from './option-error.ts'
import type { ServingSession } from './sessions/session.ts'
import type { ServingSessions } from './sessions/sessions.ts'

/** What mounts lead calls to. */
export interface Service {
  /** Where each operation is found. */
  readonly routes: readonly Route[]
  /** Answers a call; whatever goes wrong is an answer too. */
  handle(call: Call): Reply | Promise<Reply>
  /** Writes a failure that a mount found by itself in the service's envelope. */
  writeFailure(failure: Failure): Reply
}

const SESSION_HEADER = 'x-simulator-session'
const SESSION_PATH = /^\/_s\/([^/]*)(\/.*)?$/

/** Creates what leads each call to its session: the one that its path or a header names, and `main` otherwise. */
export function createGate(main: ServingSession, sessions: ServingSessions): Service {
  return {
    get routes() {
      return main.contract.routes
    },
    writeFailure: (failure) => main.contract.writeFailure(failure),
    handle(call) {
      const inner = enterSession(call)
      const name = inner.session ?? call.header(SESSION_HEADER)
      if (name === undefined || name === main.name) return main.handle(inner.call)
      try {
        return sessions.open(name).handle(inner.call)
      } catch (error) {
        if (!(error instanceof OptionError)) throw error
        return main.contract.writeFailure({ status: 400, detail: error.message })
      }
    },
  }
}

function enterSession(call: Call): { session?: string; call: Call } {
  if (!call.path.startsWith('/_s/')) return { call }
  const [, session = '', path = ''] = SESSION_PATH.exec(call.path) ?? []
  return { session, call: { ...call, mountPath: `${call.mountPath}/_s/${session}`, path } }
}
