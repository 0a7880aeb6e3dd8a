// The resource: agent connections.

import * as z from 'zod'
import type { Tables } from '../../engine/define/resource/resource.ts'
import { optional, partOf } from '../../engine/input/schemas/optional.ts'
import type { Fields, Frozen } from '../../engine/input/schemas/schema-walk.ts'
import { formatMicroseconds, timestampSchema } from '../../engine/input/schemas/timestamp.ts'
import { uuidSchema } from '../../engine/input/schemas/uuid.ts'
import { groupsOf, planOptionalGroups, seedGroups } from '../../engine/world/start/planned-groups.ts'
import { writeFields } from '../../fastapi/wire-fields.ts'
import { type Creation, defineResource, type FactoryContext } from './building.ts'
import { findCaller, tokens } from './tokens.ts'

/** The permission of an agent to use a token, with the fields of a response. */
export const connectionSchema = z.strictObject({
  id: uuidSchema.describe('The id of the connection.'),
  agent_id: z.string().describe('The agent that uses the token.'),
  oauth_token_id: uuidSchema.describe('The token that the agent uses.'),
  provider_id: z.string().describe('The `provider_id` of its OAuth provider.'),
  provider_account_label: optional(z.string()).describe('What the provider calls the account.'),
  scopes: z.array(z.string()).default([]).describe('What the token allows.'),
  expires_at: optional(timestampSchema).describe('When the token expires; null if it does not.'),
  created_by: z.string().describe('The user that created it.'),
  created_at: timestampSchema.describe('When it was created.'),
})

export type ConnectionRecord = Frozen<z.output<typeof connectionSchema>>
export type ConnectionRecordInput = Frozen<z.input<typeof connectionSchema>>

/** Returns what a connection contains of its token. */
export function toTokenFields({ id, provider_id, provider_account_label, scopes, expires_at }: Fields) {
  return { oauth_token_id: id, provider_id, provider_account_label, scopes, expires_at }
}

/** An agent connection in a response. */
export type AgentConnection = z.output<typeof connectionSchema>

export const connections = defineResource({
  name: 'connections',
  singular: 'connection',
  title: ['agent connection', 'agent connections'],
  description: 'Which agents may use which OAuth tokens.',
  typeName: 'AgentConnectionRecord',
  schema: connectionSchema,
  isMinor: true,
  belongsTo: { oauth_token_id: tokens },
  lookups: [['agent_id', 'oauth_token_id'], ['agent_id', 'provider_id'], ['agent_id']],
  plan: planOptionalGroups<Partial<ConnectionRecordInput>>(
    'connections',
    groupsOf(partOf(connectionSchema)).describe(
      'Agent connections: how many, or groups of them. They need at least one token.',
    ),
  ),
  wire: { typeName: 'AgentConnection', basis: { of: 'documented: OpenAPI' }, schemaOf: () => connectionSchema },
  toWire: (record, assumptions) => writeFields(connectionSchema, record, assumptions),
  seed: (plan, { context, tables }) =>
    seedGroups(plan, (index, fields) => buildConnection(context, index, { fields, tables })),
  create: buildCreatedConnection,
})

const AGENTS = 3

interface PlannedConnection {
  readonly fields?: Partial<ConnectionRecordInput> | undefined
  readonly tables: Tables
}

/** Builds the connection with a number. A few agents and the tokens of the world take turns. */
function buildConnection(context: FactoryContext, index: number, { fields = {}, tables }: PlannedConnection): unknown {
  const all = tables.of(tokens).all()
  const token = all.find(({ id }) => id === fields.oauth_token_id) ?? all[index % Math.max(1, all.length)]
  return {
    ...buildIdentity(context, 'connection', index),
    // A world without tokens is rejected, because this one does not exist.
    oauth_token_id: context.open('connection', index, 'oauth_token_id').uuid(),
    provider_id: 'unknown',
    created_at: token?.updated_at ?? formatMicroseconds(context.now),
    ...(token !== undefined && toTokenFields(token)),
    ...fields,
  }
}

/** Builds the `index`-th connection that is created after the start of a world. */
function buildCreatedConnection({
  context,
  index,
  now,
  fields,
  parents: { oauth_token_id: token },
}: Creation<Partial<ConnectionRecordInput>>): unknown {
  return {
    ...buildIdentity(context, 'created-connection', index),
    created_at: now,
    ...(token === undefined ? { provider_id: 'unknown' } : toTokenFields(token)),
    ...fields,
  }
}

function buildIdentity(context: FactoryContext, kind: string, index: number) {
  return {
    id: context.open(kind, index, 'id').uuid(),
    agent_id: context.open('agent', index % AGENTS, 'id').uuid(),
    created_by: findCaller(context),
  }
}
