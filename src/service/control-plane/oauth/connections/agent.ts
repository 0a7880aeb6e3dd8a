// The agent of a request.

import type { Example } from '../../../../engine/define/operation/operation.ts'
import type { Collections } from '../../../../engine/world/collections.ts'

/** The parameter with the id of an agent. The service accepts any text. */
export const agentId = { in: 'path', kind: 'text', description: 'The id of the agent.' } as const

/** The agent of requests to try: that of the first connection of a world. */
export function findAgent({ connections: { list } }: Pick<Collections, 'connections'>): string {
  return list({ offset: 0, limit: 1 })[0]?.agent_id ?? 'my-agent'
}

/** Returns a request to try with an agent. */
export function tryAgent(db: Pick<Collections, 'connections'>): Example {
  return { path: { agent_id: findAgent(db) } }
}
