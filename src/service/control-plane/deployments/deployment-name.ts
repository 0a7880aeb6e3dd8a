// The name and the source of a new deployment, which another one may have.

import { defineRefusal, isRefused, refuse } from '../../../engine/contract/operation/failure.ts'
import { cutText, MOST_ECHOED } from '../../../fastapi/errors/cut-input.ts'
import type { Assumptions } from '../../assumptions/assumptions.ts'
import type { World } from '../../operation.ts'
import type { DeploymentRecord } from '../../resources/deployments/deployment.ts'
import { deployments } from '../../resources/deployments/deployments.ts'
import { spellRepositoryUrl } from '../../resources/repositories/repository.ts'
import { isNameTaken } from '../../rollouts/rollout.ts'
import type { CreateBody } from './bodies.ts'

const HOST_NAME = /^[a-z][a-z0-9-]*$/i

const wrongName = defineRefusal({
  basis: 'seen: client, but not its text',
  name: 'wrong name',
  status: ({ deploymentNames }) => (deploymentNames === 'any' ? undefined : 400),
  text: (name: string) =>
    `Deployment name '${cutText(name, MOST_ECHOED)}' is not valid. ` +
    'It must start with a letter, and consist of letters, digits and hyphens.',
})

// The service creates a project for every deployment.
const takenName = defineRefusal({
  basis: 'seen: client',
  name: 'name taken',
  status: ({ duplicateName }) => (duplicateName === 'accepted' ? undefined : 409),
  text: (name: string) =>
    'Deployments create a tracing project in LangSmith with the same name as the deployment. ' +
    `There already exists a project in LangSmith named: ${cutText(name, MOST_ECHOED)}.`,
})

const takenSource = defineRefusal({
  basis: 'seen: client',
  name: 'source taken',
  status: ({ sameSource }) => (sameSource === 'allowed' ? undefined : 409),
  text: 'A deployment already exists for this agent environment',
})

export const refusalsOfName = [wrongName, takenName, takenSource]

/** Checks the name of a new deployment (assumptions `deploymentNames`, `duplicateName`). @throws ServiceError */
export function assertName(name: string | null, world: World, assumptions: Assumptions): void {
  if (name === null) return
  if (isRefused(wrongName, assumptions) && !HOST_NAME.test(name)) refuse(wrongName, name)
  if (isRefused(takenName, assumptions) && isNameTaken(world, name)) refuse(takenName, name)
}

/** Checks that no other deployment has the source of a new one (assumption `sameSource`). @throws ServiceError */
export function assertNewSource(
  { source, source_config, source_revision_config, agent }: NewSource,
  world: World,
  assumptions: Assumptions,
): void {
  if (!isRefused(takenSource, assumptions)) return
  const { has } = world.database.of(deployments)
  if (agent != null && has({ agent_id: agent.agent_id, agent_environment: agent.environment })) refuse(takenSource)
  if (source !== 'github') return
  const path = source_revision_config.langgraph_config_path ?? ''
  for (const url of spellRepositoryUrl(source_config.repo_url ?? '')) {
    const values = { source, 'source_config.repo_url': url, 'source_revision_config.graph_config_path': path }
    if (has(values)) refuse(takenSource)
  }
}

interface NewSource {
  readonly source: DeploymentRecord['source']
  readonly source_config: { readonly repo_url: string | null }
  readonly source_revision_config: { readonly langgraph_config_path?: string | null | undefined }
  readonly agent?: CreateBody['agent']
}
