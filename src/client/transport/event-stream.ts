// Reads a stream of events.

/**
 * Reads the events of a stream until it ends.
 *
 * @param listener called with the data of each event
 */
export async function readEvents(body: ReadableStream<Uint8Array>, listener: (data: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let pending = ''
  for (;;) {
    // A broken connection ends the stream in the same way as a closed one.
    const { value } = await reader.read().catch(() => ({ value: undefined }))
    if (value === undefined) return
    const events = (pending + decoder.decode(value, { stream: true })).split('\n\n')
    pending = events.pop() ?? ''
    for (const event of events) {
      const data = readData(event)
      if (data !== undefined) listener(data)
    }
  }
}

function readData(event: string): string | undefined {
  const lines = event.split('\n').filter((line) => line.startsWith('data: '))
  return lines.length === 0 ? undefined : lines.map((line) => line.slice('data: '.length)).join('\n')
}
