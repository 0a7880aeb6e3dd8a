// Rejects what is outside of the contract, if the session is strict.

import { defaultPreset } from '../assumptions/assumptions.ts'
import type { Outcome, ServiceRequest } from '../define/operation/messages.ts'
import type { AssumptionId } from '../define/service-types.ts'
import type { SessionParts, State } from './state/state.ts'

/** Builds the response to a request that a strict session rejects; undefined if the service answers it. */
export function rejectOutside(
  request: ServiceRequest,
  { contract, assumptions, start }: State,
  { isStrict, run }: Pick<SessionParts, 'isStrict' | 'run'>,
): Outcome | undefined {
  if (!isStrict) return undefined
  const { questions, framework } = contract.declared
  const isChosen = (id: AssumptionId) =>
    start.preset !== defaultPreset(questions) || id in { ...assumptions, ...run.assumptions }
  const outside = contract.findOutside(request, isChosen)
  if (outside === undefined) return undefined
  const response = contract.writeFailure(outside.failure)
  return { response, dependsOn: [...new Set([...outside.dependsOn, ...framework.errors.decidedBy])] }
}
