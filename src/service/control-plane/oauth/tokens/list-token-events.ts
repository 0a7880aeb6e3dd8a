// Lists what has happened to OAuth tokens.

import { sortAs } from '../../../../engine/contract/list-page.ts'
import { defineOperation } from '../../../../engine/define/operation/operation.ts'
import { list } from '../../../../engine/define/operation/responses.ts'
import { tokenEvents } from '../../../resources/token-events/token-events.ts'

/** Lists what has happened to the OAuth tokens of users, newest first. */
export const listTokenEvents = defineOperation({
  name: 'listTokenEvents',
  method: 'GET',
  template: '/v2/auth/token-events',
  summary: 'Lists what has happened to the OAuth tokens of users, newest first.',
  addedBy: { operations: ['upstream'] },
  parameters: {
    provider_id: { in: 'query', kind: 'text', description: 'The `provider_id` of the OAuth provider. Default: all.' },
    limit: {
      in: 'query',
      kind: 'integer',
      description: 'The maximum number of events to return.',
      fallback: 50n,
      minimum: 1,
      maximum: 200,
    },
  },
  responses: { 200: list(tokenEvents) },
  run({ world }, { values: { provider_id, limit } }) {
    const table = world.database.of(tokenEvents)
    const all = provider_id === null ? table.all() : table.find({ provider_id })
    const ofUsers = all.filter(({ user_id }) => user_id !== null)
    return sortAs(world, tokenEvents, ofUsers, 'createdDescending').slice(0, Number(limit))
  },
})
