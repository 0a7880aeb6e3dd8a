// What a listener is.

import * as z from 'zod'
import type { Frozen } from '../../../engine/input/schemas/freeze.ts'
import { optional } from '../../../engine/input/schemas/optional.ts'
import { timestampSchema } from '../../../engine/input/schemas/timestamp.ts'
import { uuidSchema } from '../../../engine/input/schemas/uuid.ts'

/** A listener with the fields of a response. The contract only mentions it, so this is the real service's form. */
export const listenerSchema = z.strictObject({
  version: optional(z.string()),
  compute_type: z.literal('k8s'),
  compute_id: z.string(),
  compute_config: z.strictObject({ k8s_namespaces: optional(z.array(z.string())) }),
  id: uuidSchema,
  created_at: timestampSchema,
  updated_at: timestampSchema,
})

export type ListenerRecord = Frozen<z.output<typeof listenerSchema>>
export type ListenerRecordInput = Frozen<z.input<typeof listenerSchema>>
