import type { Creation } from '../../../../engine/define/resource/resource.ts'
import { isRecord } from '../../../../engine/input/schemas/schema-walk.ts'
import { isUuid } from '../../../../engine/input/schemas/uuid.ts'
import { repositories } from '../../repositories/repositories.ts'
import type { DeploymentRecordInput, PartialDeploymentRecord, SourceConfigInput } from '../deployment.ts'
import { buildDeployment } from './build-deployment.ts'

/** Builds a deployment that is created after the start of a world. It refers to a repository of the world. */
export function buildCreatedDeployment({
  context,
  index,
  now,
  given,
  tables,
}: Creation<PartialDeploymentRecord>): DeploymentRecordInput {
  const kind = 'created-deployment'
  const wanted: SourceConfigInput = isRecord(given.source_config) ? given.source_config : {}
  const candidates = tables
    .of(repositories)
    .all()
    .filter((each) => wanted.repo_url == null || each.url === wanted.repo_url)
    .filter(({ integration_id }) =>
      wanted.integration_id == null ? isUuid(integration_id) : integration_id === wanted.integration_id,
    )
  const draw = context.open(kind, index, 'repository')
  const repository = candidates.length === 0 ? undefined : draw.pick(candidates)
  return buildDeployment(context, { kind, index, repository, createdAt: now, given })
}
