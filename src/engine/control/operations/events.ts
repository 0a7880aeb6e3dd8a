// Events as they happen.

import * as z from 'zod'
import type { ResponseStream } from '../../contract/operation/messages.ts'
import { writtenDuration } from '../../input/schemas/duration-schema.ts'
import { type ControlContext, type ControlOperation, defineControl } from '../control-operation.ts'
import { createFrameStream } from '../reports/frame-stream.ts'
import { eventStream } from '../requests/control-responses.ts'
import { createEventQueue } from '../shared/event-queue.ts'
import { integerText } from '../shared/fields.ts'

const DEFAULT_ENTRIES = 50

const querySchema = z.strictObject({
  token: z.string().optional().describe('The token, because an EventSource in a page cannot send it as a header.'),
  // In a query, numbers are texts.
  frame: z
    .preprocess(
      (text) => (/^\d+$/.test(String(text)) ? Number(text) : text),
      writtenDuration(z.int().min(50).max(10_000)),
    )
    .optional()
    .describe(
      'Sums up the events in frames, with at least so much time between two of them: milliseconds, or text such as 1s.',
    ),
  entries: integerText(0, 200)
    .optional()
    .describe(`How many of its newest requests a frame contains. Default: ${DEFAULT_ENTRIES}.`),
  after: z
    .string()
    .max(200)
    .optional()
    .describe('The id of the last frame that was received. The first frame tells how many events were missed since.'),
})

export const eventOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'streamEvents',
    request: 'GET /events',
    summary:
      'Events as they happen: those of the session, or of all sessions for the simulator’s own session. ' +
      'A client that reads too slowly gets `{"type":"missed","count":n}` instead of n events. ' +
      'With `frame`, it gets sums of the events instead.',
    responses: { 200: eventStream },
    query: querySchema,
    run(context, { query: { frame, entries = DEFAULT_ENTRIES, after } }) {
      if (frame === undefined) return createPlainStream(context)
      const { session, main, sessions, events, budget, instance, request } = context
      // The session may end, and another one may get its name. Finding it by its name would count as a use.
      const findCurrent = () => sessions.list().find(({ name }) => name === session.name) ?? session
      return createFrameStream({
        session: session.name,
        isForAll: session.name === main.name,
        interval: frame,
        entries,
        countKept: () => findCurrent().readState().journal.count(),
        after: after ?? request.header('last-event-id'),
        events,
        net: budget.net,
        instance,
      })
    },
  }),
]

function createPlainStream({ session, main, events, budget, formatEvent }: ControlContext): ResponseStream {
  return {
    idle: ': idle\n\n',
    open(write) {
      const formatMissed = (count: number) => formatEvent({ type: 'missed', session: session.name, count })
      const queue = createEventQueue({ net: budget.net, write, formatMissed })
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
  }
}
