// The revisions of a deployment that was created without a rollout, as tests do, but that has their ids.

import type { Fields, LaterRecords } from '../../engine/define/resource/resource.ts'
import type { DeploymentRecord } from '../resources/deployments/deployment.ts'
import { buildPastRevisions } from '../resources/revisions/build-past-revisions.ts'

/** The revisions that the fields of a later deployment name. */
export const laterRevisions: LaterRecords = {
  ids: listIds,
  build(parent, context) {
    const deployment = toDeployment(parent)
    const kind = `created-deployment/${deployment.id}/revision`
    return buildPastRevisions(context, { kind, deployment, ids: listIds(parent) })
  },
}

function listIds(parent: Fields): readonly string[] {
  const { latest_revision_id: latest, active_revision_id: active } = toDeployment(parent)
  if (latest === null) return []
  return active === null || active === latest ? [latest] : [active, latest]
}

// The parent of a revision is a deployment.
function toDeployment(parent: Fields): DeploymentRecord {
  return parent as Fields as DeploymentRecord
}
