// The fields of a deployment that the real service has added since, and their values.

import * as z from 'zod'
import { uuidSchema } from '../../../engine/input/schemas/uuid.ts'
import { openDraw } from '../../../engine/store/random.ts'
import { DEPLOYMENT_TIERS, type DeploymentRecord, isCommit, tierOfType } from './deployment.ts'
import { nameBuiltImage, type RevisionRecord } from './revision.ts'

export const newerFields = {
  name: z.string().nullable().describe('The name of the deployment; null only if it has an agent.'),
  display_name: z.string().nullable().describe('The name for people, if a client has set one.'),
  url: z.string().nullable().describe('Where it can be reached.'),
  is_preview: z.boolean().describe('Whether it is a preview.'),
  shareable: z.boolean().describe('Whether it can be shared.'),
  route_through_gateway: z.boolean().describe('Whether its requests go through the gateway.'),
  is_managed_deep_agent: z.boolean().describe('Whether the service manages its agent.'),
  tracer_session_id: uuidSchema.nullable().describe('The tracing project of its runs.'),
  agent: z
    .strictObject({ agent_id: z.string(), environment: z.string() })
    .nullable()
    .describe('The agent that it runs, and in which environment.'),
  deployment_tier: z.enum(DEPLOYMENT_TIERS).nullable().describe('Its size.'),
} as const

/** The newer fields of its `source_config`. */
export const newerSourceFields = { template_id: z.string().nullable(), repo_branch: z.string().nullable() } as const

/** The newer fields of its `source_revision_config`. */
export const newerRevisionFields = {
  tracked_packages: z.array(z.string()).nullable(),
  deepagents_version: z.string().nullable(),
} as const

/** Returns the newer fields of a deployment. Most follow from others of its record. */
export function toNewerFields(record: DeploymentRecord): Readonly<Record<keyof typeof newerFields, unknown>> {
  return {
    name: record.name,
    display_name: record.display_name,
    url: record.source_config.custom_url,
    is_preview: record.is_preview ?? false,
    shareable: false,
    route_through_gateway: false,
    is_managed_deep_agent: false,
    tracer_session_id: openDraw(0, 'tracer_session', 0, record.id).uuid(),
    agent: record.agent_id === null ? null : { agent_id: record.agent_id, environment: record.agent_environment },
    deployment_tier: record.deployment_tier ?? tierOfType(record.deployment_type),
  }
}

/** Returns the newer fields of its `source_config`. */
export function toNewerSourceFields({
  source,
  template_id,
  source_revision_config: { repo_ref },
}: DeploymentRecord): Readonly<Record<keyof typeof newerSourceFields, unknown>> {
  const isBranch = source === 'github' && repo_ref !== null && !repo_ref.startsWith('refs/tags/') && !isCommit(repo_ref)
  return { template_id, repo_branch: isBranch ? repo_ref.replace(/^refs\/heads\//, '') : null }
}

/** Returns the newer fields of a `source_revision_config`, and those that a build from GitHub changes. */
export function toNewerRevisionFields(
  { source, source_revision_config: config }: DeploymentRecord | RevisionRecord,
  built: string | null,
): Readonly<Record<string, unknown>> {
  // A revision can have another source than its deployment, which has the same commit and the same image.
  const isOfRepository = source === 'github' || config.repo_commit_sha !== null
  const isBuilt = built !== null && isOfRepository && config.image_uri === null
  return {
    ...(isBuilt ? { repo_ref: config.repo_commit_sha ?? config.repo_ref, image_uri: nameBuiltImage(built) } : {}),
    tracked_packages: null,
    deepagents_version: null,
  }
}
