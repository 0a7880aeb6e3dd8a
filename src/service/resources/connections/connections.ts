// The resource: agent connections.

import type * as z from 'zod'
import { defineResource } from '../../../engine/define/resource/resource.ts'
import { partOf } from '../../../engine/input/schemas/partial.ts'
import { groupsOf, planOptionalGroups, seedGroups } from '../../../engine/world/start/planned-groups.ts'
import { completeFields, writeTimestamp } from '../../../fastapi/wire-fields.ts'
import { tokens } from '../tokens/tokens.ts'
import { buildConnection, buildCreatedConnection } from './build-connection.ts'
import { type ConnectionRecordInput, connectionSchema } from './connection.ts'

/** An agent connection in a response. */
export type AgentConnection = z.output<typeof connectionSchema>

/** The connections between agents and the tokens that they may use. */
export const connections = defineResource({
  name: 'connections',
  singular: 'connection',
  title: ['agent connection', 'agent connections'],
  description: 'Which agents may use which OAuth tokens.',
  typeName: 'AgentConnectionRecord',
  schema: connectionSchema,
  isMinor: true,
  belongsTo: { oauth_token_id: tokens },
  plan: planOptionalGroups<Partial<ConnectionRecordInput>>(
    'connections',
    groupsOf(partOf(connectionSchema)).describe(
      'Agent connections: how many, or groups of them. They need at least one token.',
    ),
  ),
  wire: { typeName: 'AgentConnection', schemaOf: () => connectionSchema },
  toWire(record, assumptions) {
    const written = {
      ...record,
      expires_at: record.expires_at && writeTimestamp(record.expires_at, assumptions),
      created_at: writeTimestamp(record.created_at, assumptions),
    }
    return completeFields(connectionSchema, written, assumptions)
  },
  seed: (plan, { context, tables }) =>
    seedGroups(plan, (index, fields) => buildConnection(context, index, { fields, tables })),
  create: buildCreatedConnection,
})
