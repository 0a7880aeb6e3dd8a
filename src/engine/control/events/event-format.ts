// Formats events as text.

import type { StreamedEvent } from '../../sessions/events/event-source.ts'

/** Creates a function that formats events for a stream. It caches the last text, because all listeners get the same. */
export function createEventFormat(): (event: StreamedEvent) => string {
  let last: StreamedEvent | undefined
  let text = ''
  return (event) => {
    if (event === last) return text
    last = event
    text = `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
    return text
  }
}
