import * as z from 'zod'
import { completeTimes } from '../../engine/define/factory/context.ts'
import { findTimeIssues } from '../../engine/define/resource/resource.ts'
import { optional } from '../../engine/input/schemas/optional.ts'
import type { Frozen } from '../../engine/input/schemas/schema-walk.ts'
import { timestampSchema } from '../../engine/input/schemas/timestamp.ts'
import { uuidSchema } from '../../engine/input/schemas/uuid.ts'
import { UNSEEDED } from '../../engine/world/start/planned-groups.ts'
import { defineResource } from './building.ts'
import { INTEGRATION_KINDS } from './integrations.ts'

/** A session in which a user installs the GitHub app, or chooses one of its installations. */
export const pickerSessionSchema = z.strictObject({
  id: uuidSchema,
  kind: z.enum(INTEGRATION_KINDS).default('alternate').describe('The kind of the integration that it leads to.'),
  return_to: optional(z.string()).describe('Where the user goes afterwards.'),
  integration_id: optional(z.string()).describe('The integration that was chosen or installed.'),
  created_at: timestampSchema,
  updated_at: timestampSchema,
})

export type PickerSessionRecord = Frozen<z.output<typeof pickerSessionSchema>>

/** The sessions in which users choose installations. A world starts without any. */
export const pickerSessions = defineResource({
  name: 'picker_sessions',
  singular: 'picker_session',
  title: ['picker session', 'picker sessions'],
  description: 'The sessions in which users choose installations on a code host.',
  typeName: 'PickerSessionRecord',
  schema: pickerSessionSchema,
  isMinor: true,
  ...UNSEEDED,
  findIssues: findTimeIssues,
  toWire: (record) => record,
  create: ({ context, index, now, fields }) => ({
    id: context.open('created-picker-session', index, 'id').uuid(),
    ...fields,
    ...completeTimes(fields, now),
  }),
})
