// Reads HAR files, which browsers, tests and this simulator write.

import { basename, extname } from 'node:path'
import * as z from 'zod'
import { OptionError } from '../../../engine/input/options/option-error.ts'
import { quote } from '../../../engine/input/text/quote.ts'
import { readText } from '../../../entries/files/read/read-text.ts'
import { parseJson, type ServiceReply } from '../reader/messages.ts'

const MOST_MEGABYTES = 256

const pairsSchema = z.array(z.object({ name: z.string(), value: z.string() }))
const contentSchema = z.object({
  mimeType: z.string().catch(''),
  text: z.string().optional().catch(undefined),
  encoding: z.string().optional().catch(undefined),
})
// What is in none of these, tools have added.
const entrySchema = z.looseObject({
  startedDateTime: z.string().catch(''),
  // In milliseconds.
  time: z.number().catch(0),
  request: z.object({
    method: z.string(),
    url: z.string().refine((url) => URL.canParse(url, 'http://service')),
    headers: pairsSchema.catch([]),
    bodySize: z.number().catch(0),
    postData: z
      .object({ text: z.string().optional(), params: pairsSchema.optional().catch(undefined) })
      .optional()
      .catch(undefined),
  }),
  // Absent, or without a status, if there was none.
  response: z
    .looseObject({
      status: z.int().catch(0),
      headers: pairsSchema.catch([]),
      content: contentSchema.catch({ mimeType: '' }),
    })
    .optional()
    .catch(undefined),
})
const harSchema = z.object({ log: z.object({ entries: z.array(z.unknown()) }) })

/** A request of a HAR file with its response. What else the file says is left out. */
export interface ReadEntry extends z.output<typeof entrySchema> {
  /** Where it is, such as `entry 12 of app.har`. */
  readonly source: string
}

/** Reads the requests of a HAR file, in its order. @throws OptionError if it is none; FileError if it cannot be read */
export async function readHarFile(file: string): Promise<readonly ReadEntry[]> {
  if (extname(file).toLowerCase() === '.zip') {
    throw buildHarError(
      file,
      'it is a ZIP archive',
      "Unpack it, or record one with content: 'embed' that ends in .har.",
    )
  }
  const parsed = harSchema.safeParse(parseJson(await readText(file, MOST_MEGABYTES)))
  if (!parsed.success) throw buildHarError(file, 'it is no HAR', 'Save one with the network panel of a browser.')
  const entries = parsed.data.log.entries.flatMap((value, place) => {
    const entry = entrySchema.safeParse(value).data
    return entry === undefined ? [] : [{ ...entry, source: `entry ${place + 1} of ${basename(file)}` }]
  })
  const times = new Set(entries.map(({ startedDateTime }) => startedDateTime))
  // Pages send two requests at the same moment. Insomnia writes when it has written the file.
  const isTimed = times.size > 1 || entries.length <= 2
  return isTimed ? entries : entries.map((entry) => ({ ...entry, startedDateTime: '' }))
}

function buildHarError(file: string, received: string, advice: string): OptionError {
  return new OptionError({ attempt: `read the requests of ${quote(file)}`, received, advice })
}

/** Splits the URL of a request into its path and its query, which has no question mark. */
export function splitUrl({ url }: ReadEntry['request']): { readonly path: string; readonly query: string } {
  const { pathname, search } = new URL(url, 'http://service')
  return { path: pathname, query: search.slice(1) }
}

// More than the path of a proxy and of a session have.
const MOST_SEGMENTS = 8

/** Finds what of a path is below that of the server, which is unknown: a proxy or a session may be in front of it. */
export function findPathBelow(whole: string, isOwn: (path: string) => boolean): string | undefined {
  let path = whole
  for (let count = 0; count < MOST_SEGMENTS && path !== ''; count += 1) {
    if (isOwn(path)) return path
    path = path.replace(/^\/[^/]*/, '')
  }
  return undefined
}

/** A recorded response. */
export interface Recorded extends ServiceReply {
  /** Whether the file has the whole body. Browsers can leave out bodies, and request logs cut long ones. */
  readonly hasBody: boolean
  /** Whether a cache, a service worker, a mock or a fault answered instead of the service. */
  readonly isOfStandIn: boolean
}

/** Reads the response of an entry. */
export function readRecorded(entry: ReadEntry): Recorded {
  const { status = 0, headers = [], content } = entry.response ?? {}
  const { text, encoding, mimeType = '' } = content ?? {}
  const body = encoding === 'base64' ? Buffer.from(text ?? '', 'base64').toString() : (text ?? '')
  const isBroken = /\bjson\b/i.test(mimeType) && parseJson(body) === undefined
  const lowered = headers.map(({ name, value }) => [name.toLowerCase(), value] as const)
  const hasType = lowered.some(([name]) => name === 'content-type')
  const all = hasType || mimeType === '' ? lowered : [...lowered, ['content-type', mimeType] as const]
  return { status, headers: all, body, hasBody: text !== undefined && !isBroken, isOfStandIn: hasStandIn(entry) }
}

function hasStandIn({ response, ...entry }: ReadEntry): boolean {
  const { _fromCache, _wasFulfilled, _fetchType = 'Network Load', _faults, _assumptions } = entry
  const isOfBrowser = _fromCache || _wasFulfilled || _fetchType !== 'Network Load' || response?._fetchedViaServiceWorker
  // Every operation depends on some assumption, and what answers instead of it depends on none.
  const hasRun =
    !Array.isArray(_faults) || !Array.isArray(_assumptions) || (_faults.length === 0 && _assumptions.length > 0)
  return response?.status === 304 || Boolean(isOfBrowser) || !hasRun
}
