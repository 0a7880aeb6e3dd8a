// What GitHub would tell the service: people do it by creating the record that comes of it.

import { type Fields, isRecord } from '../../engine/input/schemas/schema-walk.ts'
import type { OperationContext } from '../operation.ts'
import { revisions } from '../resources/deployments/revisions.ts'
import { startRevision } from './rollout.ts'

type Context = Pick<OperationContext, 'assumptions' | 'world'>

/** Creates a record with the rollout that it brings about. Returns undefined if it brings about none. */
export function doAsGitHub(context: Context, resource: string, fields: Fields): Fields | undefined {
  if (resource === 'deployments') return openPullRequest(context, fields)
  return resource === 'revisions' ? pushCommit(context, fields) : undefined
}

/** Creates the preview of a pull request, and rolls it out. One whose state is given is only a record. */
function openPullRequest({ world, assumptions }: Context, fields: Fields): Fields | undefined {
  const { is_preview, source = 'github' } = fields
  const isGiven = 'status' in fields || 'latest_revision_id' in fields
  // If every field must have a value, no deployment can wait for its first revision.
  if (is_preview !== true || source !== 'github' || isGiven || !world.baseline.context.allowNull) return undefined
  const { create, get } = world.collections.deployments
  const status = 'AWAITING_DATABASE'
  const created = create({ active_revision_id: null, ...fields, source, status, latest_revision_id: null })
  startRevision(world, created, {}, assumptions)
  return get(created.id)
}

/** Rolls out a revision: that of the next commit, unless it names another. One whose state is given is only a record. */
function pushCommit({ world, assumptions }: Context, fields: Fields): Fields | undefined {
  const { status, history, deployment_id, source_revision_config: config = {}, ...given } = fields
  const { list, get } = world.collections.deployments
  const deployment = deployment_id === undefined ? list({ limit: 1 })[0] : get(String(deployment_id))
  if (status !== undefined || history !== undefined || deployment === undefined || !isRecord(config)) return undefined
  const source = (given.source ?? deployment.source) as typeof deployment.source
  const { context } = world.baseline
  const draw = context.open(`push/${deployment.id}`, world.database.countCreated(revisions), 'repo_commit_sha')
  const isNext = source === 'github' && config.repo_ref === undefined
  const source_revision_config = { ...(isNext && { repo_commit_sha: context.fake(draw).git.commitSha() }), ...config }
  return startRevision(world, deployment, { source, source_revision_config, given }, assumptions)
}
