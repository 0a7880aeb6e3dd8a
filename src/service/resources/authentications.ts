import * as z from 'zod'
import { completeTimes } from '../../engine/define/factory/context.ts'
import { findTimeIssues } from '../../engine/define/resource/resource.ts'
import { optional } from '../../engine/input/schemas/optional.ts'
import type { Frozen } from '../../engine/input/schemas/schema-walk.ts'
import { timestampSchema } from '../../engine/input/schemas/timestamp.ts'
import { uuidSchema } from '../../engine/input/schemas/uuid.ts'
import { UNSEEDED } from '../../engine/world/start/planned-groups.ts'
import { defineResource } from './building.ts'
import { findCaller } from './tokens.ts'

/** An attempt of a user to get a token from an OAuth provider. */
export const authenticationSchema = z.strictObject({
  id: uuidSchema.describe('What the service calls `auth_id`.'),
  provider_id: z.string(),
  user_id: z.string(),
  agent_id: optional(z.string()),
  scopes: z.array(z.string()).default([]),
  is_default: z.boolean().default(true).describe('Whether its token becomes the default of its provider.'),
  token_id: optional(uuidSchema).describe('The token that it renews or has led to.'),
  status: z.enum(['pending', 'completed', 'denied']).default('pending'),
  created_at: timestampSchema,
  updated_at: timestampSchema,
})

export type AuthenticationRecord = Frozen<z.output<typeof authenticationSchema>>

/** The authentications that users have begun. A world starts without any. */
export const authentications = defineResource({
  name: 'authentications',
  singular: 'authentication',
  description: 'The authentications that users have begun with an OAuth provider.',
  typeName: 'AuthenticationRecord',
  schema: authenticationSchema,
  isMinor: true,
  ...UNSEEDED,
  findIssues: findTimeIssues,
  toWire: (record) => record,
  create: ({ context, index, now, fields }) => ({
    id: context.open('created-authentication', index, 'id').uuid(),
    provider_id: 'google',
    user_id: findCaller(context),
    ...fields,
    ...completeTimes(fields, now),
  }),
})
