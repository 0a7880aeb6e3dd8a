// Asks the overrides of a session about an intercepted request, before it is known whether the request is for the service.

import { passthrough } from 'msw'
import { toResponse, toServiceRequest } from '../../engine/adapters/fetch.ts'
import type { Gate } from '../../engine/adapters/gate.ts'
import { watchClient } from '../../engine/adapters/intercepted-client.ts'
import type { Overridden } from '../../engine/contract/operation/messages.ts'
import { extend } from '../../engine/input/options/extend.ts'
import type { Overrides } from '../../engine/sessions/state/overrides.ts'
import { type InterceptedAnswer, toAnswered } from './answer.ts'

/** What the overrides say to a request. */
export interface AskedOverrides {
  /** Null if none has a response. */
  readonly overridden: Overridden | null
  /** The service, which does not ask the overrides again. */
  readonly gate: Gate
  /** Whether one of them leaves the request alone, so that nothing else is asked. */
  readonly passes: boolean
  /** Builds the response to a request that is not for the service. */
  respond(): Promise<InterceptedAnswer | undefined>
}

// Every URL is below it.
const ANYWHERE = { origin: undefined, path: '' }

/** Asks the overrides of a session about a request. The request itself stays unread. */
export async function askOverrides(overrides: Overrides, gate: Gate, request: Request): Promise<AskedOverrides> {
  if (overrides.isEmpty()) return { overridden: null, passes: false, gate, respond: async () => undefined }
  // It is not known yet whether the service gets the request, so nothing notes its arrival.
  const { bodyRulesOf, writeFailure } = gate
  const asked = await toServiceRequest({ bodyRulesOf, writeFailure }, request.clone(), ANYWHERE, watchClient(request))
  const said = asked.refused === undefined ? await overrides.answer(asked) : undefined
  const passes = said === 'service'
  const overridden = passes ? null : (said ?? null)
  const handle: Gate['handle'] = (serviceRequest, options) => gate.handle({ ...serviceRequest, overridden }, options)
  return {
    overridden,
    passes,
    gate: extend(gate, { handle }),
    async respond() {
      if (overridden === null) return passes ? toAnswered(passthrough()) : undefined
      const { response } = overridden
      return toAnswered(
        response === undefined ? new Response(null, { status: 500 }) : await toResponse(response, request),
      )
    },
  }
}
