import type { Creation } from '../../../../engine/define/resource/resource.ts'
import { isRecord } from '../../../../engine/input/schemas/schema-walk.ts'
import { isUuid } from '../../../../engine/input/schemas/uuid.ts'
import { listeners } from '../../listeners.ts'
import { repositories } from '../../repositories/repositories.ts'
import type { DeploymentRecordInput, PartialDeploymentRecord, SourceConfigInput } from '../deployment.ts'
import { buildDeployment } from './build-deployment.ts'
import { selectFitting } from './surroundings.ts'

/** Builds a deployment that is created after the start of a world. It refers to a repository of the world. */
export function buildCreatedDeployment({
  context,
  index,
  now,
  fields,
  tables,
}: Creation<PartialDeploymentRecord>): DeploymentRecordInput {
  const kind = 'created-deployment'
  const sourceConfig: SourceConfigInput = isRecord(fields.source_config) ? fields.source_config : {}
  const possible = tables
    .of(repositories)
    .all()
    .filter((each) => sourceConfig.repo_url == null || each.url === sourceConfig.repo_url)
    .filter(({ integration_id }) =>
      sourceConfig.integration_id == null ? isUuid(integration_id) : integration_id === sourceConfig.integration_id,
    )
  const candidates = selectFitting(possible, fields)
  const draw = context.open(kind, index, 'repository')
  const repository = candidates.length === 0 ? undefined : draw.pick(candidates)
  const plan = { kind, index, repository, listeners: tables.of(listeners).all(), createdAt: now, fields }
  return buildDeployment(context, plan)
}
