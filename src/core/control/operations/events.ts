import { z } from 'zod'
import type { SessionEvent } from '../../sessions/events.ts'
import { type ControlOperation, defineStream } from '../control-operation.ts'

export const eventOperations: readonly ControlOperation[] = [
  defineStream({
    name: 'streamEvents',
    method: 'GET',
    template: '/events',
    summary:
      'Requests, changes and starts as they happen: of the session, or of all sessions where it is the simulator’s own.',
    query: z.strictObject({
      token: z.string().optional().describe('The token, where a page’s EventSource cannot send it as a header.'),
    }),
    run: ({ session, main, events }) => ({
      idle: ': idle\n\n',
      open: (write) =>
        events.listen((event) => {
          if (session.name === main.name || event.session === session.name) write(formatEvent(event))
        }),
    }),
  }),
]

function formatEvent(event: SessionEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}
