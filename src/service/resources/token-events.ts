import * as z from 'zod'
import { optional } from '../../engine/input/schemas/optional.ts'
import { timestampSchema } from '../../engine/input/schemas/timestamp.ts'
import { uuidSchema } from '../../engine/input/schemas/uuid.ts'
import { planWith } from '../../engine/world/start/planned-groups.ts'
import { writeFields } from '../../fastapi/wire-fields.ts'
import { defineResource } from './building.ts'
import { tokens } from './tokens.ts'

/** An event in the life of a token. It remains when the token is deleted. */
const tokenEventSchema = z.strictObject({
  id: uuidSchema.describe('The id of the event.'),
  provider_id: z.string().describe('The `provider_id` of its OAuth provider.'),
  token_id: uuidSchema.describe('The token that it is about.'),
  user_id: optional(z.string()),
  event_type: z.enum(['created', 'refreshed', 'deleted']).describe('What happened to the token.'),
  created_at: timestampSchema.describe('When it happened.'),
})

const tokenEventWire = tokenEventSchema.omit({ user_id: true })

/** An event in the life of a token, in a response. */
export type TokenEvent = z.output<typeof tokenEventWire>

/** What has happened to OAuth tokens. Every initial token was created once. */
export const tokenEvents = defineResource({
  name: 'token_events',
  singular: 'token_event',
  title: ['token event', 'token events'],
  description: 'What has happened to the OAuth tokens.',
  typeName: 'TokenEventRecord',
  schema: tokenEventSchema,
  isMinor: true,
  plan: planWith(tokens),
  lookups: [['token_id']],
  list: {
    fields: { provider_id: 'equality' },
    orderings: { createdDescending: { by: 'created_at', as: 'timestamp', isDescending: true } },
  },
  wire: { typeName: 'TokenEvent', basis: { of: 'documented: page' }, schemaOf: () => tokenEventWire },
  toWire: (record, assumptions) => writeFields(tokenEventWire, record, assumptions),
  seed(plan, { context, tables }) {
    const all = tables.of(tokens).all()
    return {
      count: tokens.plan.count(plan),
      firsts: [],
      pathAt: () => [],
      build(index) {
        const { id, provider_id, user_id, created_at } = all[index] ?? {}
        const event = { id: context.open('token_event', index, 'id').uuid(), event_type: 'created' }
        return { ...event, provider_id, token_id: id, user_id, created_at }
      },
    }
  },
  create: ({ context, index, now, fields }) => ({
    id: context.open('created-token-event', index, 'id').uuid(),
    provider_id: 'google',
    token_id: context.open('created-token-event', index, 'token_id').uuid(),
    event_type: 'created',
    created_at: now,
    ...fields,
  }),
})
