// Agent connections.

import type { Creation, Tables } from '../../../engine/define/resource/resource.ts'
import { formatMicroseconds } from '../../../engine/input/schemas/timestamp.ts'
import type { FactoryContext } from '../../../engine/world/factory/context.ts'
import { findCaller } from '../tokens/caller.ts'
import { tokens } from '../tokens/tokens.ts'
import { type ConnectionRecordInput, toTokenFields } from './connection.ts'

const AGENTS = 3

/** Builds the connection with a number. A few agents and the tokens of the world take turns. */
export function buildConnection(
  context: FactoryContext,
  index: number,
  { fields = {}, tables }: { fields?: Partial<ConnectionRecordInput> | undefined; tables: Tables },
): unknown {
  const all = tables.of(tokens).all()
  const token = all.find(({ id }) => id === fields.oauth_token_id) ?? all[index % Math.max(1, all.length)]
  return {
    ...buildIdentity(context, 'connection', index),
    // A world without tokens is rejected, because this one does not exist.
    oauth_token_id: context.open('connection', index, 'oauth_token_id').uuid(),
    provider_id: 'unknown',
    created_at: token?.updated_at ?? formatMicroseconds(context.now),
    ...(token === undefined ? {} : toTokenFields(token)),
    ...fields,
  }
}

/** Builds the `index`-th connection that is created after the start of a world. */
export function buildCreatedConnection({
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
