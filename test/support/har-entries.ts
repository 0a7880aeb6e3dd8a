/** What an entry of a HAR file is about. */
export interface Exchanged {
  readonly method?: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly status?: number
  /** A text is written as it is. Default: there is none. */
  readonly body?: unknown
  /** When it was sent, in seconds since some time. Default: its place. */
  readonly at?: number
  /** How many milliseconds it took. Default: 10 */
  readonly time?: number
  /** What a tool writes beside what HAR has: in the entry, and in its response. */
  readonly entry?: object
  readonly response?: object
}

const START = Date.parse('2026-11-20T09:00:00Z')

/** Returns the text of a HAR file. */
export function writeHarText(exchanged: readonly Exchanged[]): string {
  return JSON.stringify({ log: { version: '1.2', entries: exchanged.map(toEntry) } })
}

function toEntry(exchanged: Exchanged, place: number) {
  const { method = 'GET', url, headers = {}, status = 200, body, at, time = 10, entry, response } = exchanged
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
  return {
    startedDateTime: new Date(START + (at ?? place) * 1000).toISOString(),
    time,
    request: { method, url, headers: Object.entries(headers).map(([name, value]) => ({ name, value })), bodySize: 0 },
    response: {
      status,
      headers: [],
      content: { mimeType: 'application/json', ...(text === undefined ? {} : { text }) },
      ...response,
    },
    ...entry,
  }
}
