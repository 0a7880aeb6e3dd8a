// Events as they happen.

import * as z from 'zod'
import { type ControlOperation, defineControl } from '../control-operation.ts'
import { eventStream } from '../control-responses.ts'
import { createEventQueue } from '../event-queue.ts'

export const eventOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'streamEvents',
    method: 'GET',
    template: '/events',
    summary:
      'Events as they happen: those of the session, or of all sessions for the simulator’s own session. ' +
      'A client that reads too slowly gets `{"type":"missed","count":n}` instead of n events.',
    responses: { 200: eventStream },
    query: z.strictObject({
      token: z.string().optional().describe('The token, because an EventSource in a page cannot send it as a header.'),
    }),
    run: ({ session, main, events, budget, formatEvent }) => ({
      idle: ': idle\n\n',
      open(write) {
        const formatMissed = (count: number) => formatEvent({ type: 'missed', session: session.name, count })
        const queue = createEventQueue({ budget, write, formatMissed })
        const stopListening = events.listen((event) => {
          if (session.name === main.name || event.session === session.name) queue.push(formatEvent(event))
        })
        return {
          resume: queue.resume,
          stop() {
            stopListening()
            queue.stop()
          },
        }
      },
    }),
  }),
]
