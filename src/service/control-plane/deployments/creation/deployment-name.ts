// The name of a new deployment.

import type { Assumptions } from '../../../../engine/assumptions/assumptions.ts'
import { ServiceError } from '../../../../engine/define/failure.ts'
import type { World } from '../../../../engine/world/world.ts'
import { cutText, MOST_ECHOED } from '../../../../fastapi/errors/cut-input.ts'
import { isNameTaken } from '../../../rollouts/rollout.ts'

const HOST_NAME = /^[a-z][a-z0-9-]*$/i

/**
 * Checks whether a new deployment can have a name (assumptions `deploymentNames` and `duplicateName`).
 *
 * @throws ServiceError if it is not valid, or taken
 */
export function assertName(name: string, world: World, { deploymentNames, duplicateName }: Assumptions): void {
  if (deploymentNames === 'hostname' && !HOST_NAME.test(name)) {
    const rule = 'It must start with a letter, and consist of letters, digits and hyphens.'
    throw new ServiceError({
      status: 400,
      detail: `Deployment name '${cutText(name, MOST_ECHOED)}' is not valid. ${rule}`,
    })
  }
  if (duplicateName === 'accepted' || !isNameTaken(world, name)) return
  // The real service's own words: it creates a project for every deployment.
  const detail =
    'Deployments create a tracing project in LangSmith with the same name as the deployment. ' +
    `There already exists a project in LangSmith named: ${cutText(name, MOST_ECHOED)}.`
  throw new ServiceError({ status: 409, detail })
}

/** What a creation rejects because of its name. */
export function refusalsOfName({ deploymentNames, duplicateName }: Assumptions): Readonly<Record<string, number>> {
  return {
    ...(deploymentNames === 'any' ? {} : { 'wrong name': 400 }),
    ...(duplicateName === 'accepted' ? {} : { 'name taken': 409 }),
  }
}
