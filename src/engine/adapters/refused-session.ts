// The session that a request names, or why it is refused.

import { describeNoRoom, type Failure } from '../contract/operation/failure.ts'
import type { ServiceResponse } from '../contract/operation/messages.ts'
import { buildRefusal } from '../control/shared/control-failure.ts'
import { type Issue, NoRoomError, OptionError } from '../input/options/option-error.ts'
import { showValue } from '../input/text/show-value.ts'
import type { ByteBudget } from '../limits/byte-budget.ts'
import type { ServingSession } from '../sessions/session.ts'
import { isSessionName, SESSION_NAMES } from '../sessions/session-names.ts'
import type { Steps } from '../work/steps.ts'

/** A session, or why it cannot be created. */
export type Found = ServingSession | { refused: Refused }

/** Why a request does not get its session. */
export type Refused = Failure & { detail: string; issues?: readonly Issue[] }

/** The session that a request names, and whether it has to exist. */
export interface Named {
  name: string | undefined
  knownSessionsOnly: boolean
}

/** Says that the process has hardly memory left. */
export function describeShortage({ net }: ByteBudget): Refused {
  return { status: 507, detail: net.refuse('answer the request').message }
}

/** Builds the response of the control API. */
export function refuseControl({ detail, ...refused }: Refused): ServiceResponse {
  return buildRefusal({ ...refused, message: detail })
}

/** Opens a session, or says why that is not possible. */
export function* attemptToOpen(open: Steps<ServingSession>): Steps<Found> {
  try {
    return yield* open
  } catch (error) {
    if (error instanceof NoRoomError) return { refused: { ...describeNoRoom(error), detail: error.message } }
    if (error instanceof OptionError) return { refused: { status: 400, detail: error.message } }
    throw error
  }
}

/** Says that a session is absent. The issue tells clients of the control API that all of it is, not something in it. */
export function refuseAbsence({ name = '', knownSessionsOnly }: Named): Refused {
  const unknown = knownSessionsOnly
    ? 'it was never created, it has ended, or it was lost with its server. Create it with POST /_s/NAME/_simulator/sessions and {"name": "NAME"}.'
    : 'it does not exist. Its first request to the service creates it, and so does POST /_simulator/sessions.'
  const reason = isSessionName(name) ? unknown : `no session can have this name. ${SESSION_NAMES}`
  const detail = `Failed to find session ${showValue(name)}: ${reason}`
  return { status: 404, detail, issues: [{ path: 'session', message: detail }] }
}
