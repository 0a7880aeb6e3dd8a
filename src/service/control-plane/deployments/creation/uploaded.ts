// Whether source code was uploaded.

import { refuse } from '../../../../engine/define/operation/failure.ts'
import type { World } from '../../../../engine/world/world.ts'
import { cutText, MOST_ECHOED } from '../../../../fastapi/errors/cut-input.ts'
import type { DeploymentRecord } from '../../../resources/deployments/deployment.ts'
import { uploads } from '../../../resources/uploads/uploads.ts'
import { wrongSource } from './source-rules.ts'

/**
 * Checks whether source code was uploaded to the path that a request names.
 *
 * @param deployment the deployment that it was uploaded for; a new one has no uploads
 * @throws ServiceError if it was not
 */
export function assertUploaded(
  { database }: World,
  deployment: DeploymentRecord | undefined,
  { source_tarball_path: path }: { readonly source_tarball_path: string | null },
): void {
  // Nobody has uploaded the code that a world starts with.
  if (path === null || path === '' || path === deployment?.source_revision_config.source_tarball_path) return
  const found = deployment === undefined ? [] : database.of(uploads).find({ deployment_id: deployment.id })
  if (found.some(({ object_path, size }) => object_path === path && size !== null)) return
  refuse(
    wrongSource,
    `nothing was uploaded to 'source_revision_config.source_tarball_path': '${cutText(path, MOST_ECHOED)}'`,
  )
}
