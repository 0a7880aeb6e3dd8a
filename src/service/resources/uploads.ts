// The resource: uploads.

import * as z from 'zod'
import { findTimeIssues } from '../../engine/define/resource/resource.ts'
import { optional } from '../../engine/input/schemas/optional.ts'
import { timestampSchema } from '../../engine/input/schemas/timestamp.ts'
import { uuidSchema } from '../../engine/input/schemas/uuid.ts'
import { UNSEEDED } from '../../engine/world/start/planned-groups.ts'
import { defineResource } from './building.ts'
import { deployments } from './deployments/deployments.ts'

const uploadSchema = z.strictObject({
  id: uuidSchema,
  deployment_id: uuidSchema,
  /** What a revision names as its `source_tarball_path`. */
  object_path: z.string(),
  /** What the URL contains instead of credentials. */
  token: z.string(),
  created_at: timestampSchema,
  updated_at: timestampSchema,
  /** The digest of the file in hexadecimal; null before the upload, and where the adapter cannot compute it. */
  sha256: optional(z.string()),
  /** The bytes of the file; null before the upload. */
  size: optional(z.int().min(0)),
})

/** The files with source code that clients upload. Only their digest and their size are kept. */
export const uploads = defineResource({
  name: 'uploads',
  singular: 'upload',
  description: 'The files with source code that clients have uploaded.',
  typeName: 'UploadRecord',
  schema: uploadSchema,
  belongsTo: { deployment_id: deployments },
  isMinor: true,
  ...UNSEEDED,
  findIssues: findTimeIssues,
  toWire: (record) => record,
  create({ context, index, now, fields, parents: { deployment_id: deployment } }) {
    const open = (field: string) => context.open('upload', index, field)
    const { id = open('id').uuid(), deployment_id = deployment?.id, created_at = now } = fields
    return {
      id,
      deployment_id,
      object_path: `deployments/${deployment_id}/${id}/source.tar.gz`,
      token: open('token').uuid().replaceAll('-', ''),
      updated_at: created_at,
      ...fields,
      created_at,
    }
  },
})
