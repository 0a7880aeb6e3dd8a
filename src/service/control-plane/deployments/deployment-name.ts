// The name of a new deployment.

import type { Assumptions } from '../../../engine/assumptions/assumptions.ts'
import { refuse } from '../../../engine/define/operation/failure.ts'
import { defineRefusal, isRefused } from '../../../engine/define/operation/refusal.ts'
import type { World } from '../../../engine/world/world.ts'
import { cutText, MOST_ECHOED } from '../../../fastapi/errors/cut-input.ts'
import { isNameTaken } from '../../rollouts/rollout.ts'

const HOST_NAME = /^[a-z][a-z0-9-]*$/i

const wrongName = defineRefusal({
  name: 'wrong name',
  status: ({ deploymentNames }) => (deploymentNames === 'any' ? undefined : 400),
  text: (name: string) =>
    `Deployment name '${cutText(name, MOST_ECHOED)}' is not valid. ` +
    'It must start with a letter, and consist of letters, digits and hyphens.',
})

// The real service's own words: it creates a project for every deployment.
const takenName = defineRefusal({
  name: 'name taken',
  status: ({ duplicateName }) => (duplicateName === 'accepted' ? undefined : 409),
  text: (name: string) =>
    'Deployments create a tracing project in LangSmith with the same name as the deployment. ' +
    `There already exists a project in LangSmith named: ${cutText(name, MOST_ECHOED)}.`,
})

/** What `assertName` rejects. */
export const refusalsOfName = [wrongName, takenName]

/**
 * Checks whether a new deployment can have a name (assumptions `deploymentNames` and `duplicateName`).
 *
 * @throws ServiceError if it is not valid, or taken
 */
export function assertName(name: string, world: World, assumptions: Assumptions): void {
  if (isRefused(wrongName, assumptions) && !HOST_NAME.test(name)) refuse(wrongName, name)
  if (isRefused(takenName, assumptions) && isNameTaken(world, name)) refuse(takenName, name)
}
