// Whether the name of a new deployment is free.

import type { Assumptions } from '../../../register/assumptions.ts'
import { isNameTaken } from '../../../world/rollout.ts'
import type { World } from '../../../world/world.ts'
import { ServiceError } from '../../errors.ts'
import { cutText, MOST_ECHOED } from '../../validation/cut-input.ts'

/** Checks whether a name is free (assumption `duplicateName`). @throws ServiceError if it is taken */
export function assertFreeName(name: string, world: World, { duplicateName }: Assumptions): void {
  if (duplicateName === 'accepted' || !isNameTaken(world, name)) return
  // The real service's own words: it creates a project for every deployment.
  const detail =
    'Deployments create a tracing project in LangSmith with the same name as the deployment. ' +
    `There already exists a project in LangSmith named: ${cutText(name, MOST_ECHOED)}.`
  throw new ServiceError({ status: 409, detail })
}

/** What a creation rejects because of its name. */
export function refusalsOfName({ duplicateName }: Assumptions): Readonly<Record<string, number>> {
  return duplicateName === 'accepted' ? {} : { 'name taken': 409 }
}
