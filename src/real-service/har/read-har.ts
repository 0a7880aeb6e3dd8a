// Reads HAR files, which browsers, tests and this simulator write.

import * as z from 'zod'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { quote } from '../../engine/input/text/quote.ts'
import { readText } from '../../files/read/read-text.ts'
import { parseJson } from '../reader/messages.ts'

const MOST_MEGABYTES = 256

const pairsSchema = z.array(z.object({ name: z.string(), value: z.string() }))
const contentSchema = z.object({
  mimeType: z.string().catch(''),
  text: z.string().optional().catch(undefined),
  encoding: z.string().optional().catch(undefined),
})
const entrySchema = z.object({
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
    .object({
      status: z.int().catch(0),
      headers: pairsSchema.catch([]),
      content: contentSchema.catch({ mimeType: '' }),
    })
    .optional()
    .catch(undefined),
})
const harSchema = z.object({ log: z.object({ entries: z.array(z.unknown()) }) })

/** A request of a HAR file with its response. What else the file says is left out. */
export type ReadEntry = z.output<typeof entrySchema>

/**
 * Reads the requests of a HAR file, in its order. Entries that are no requests are left out.
 *
 * @throws OptionError if the file is no HAR; FileError if it cannot be read
 */
export async function readHarFile(file: string): Promise<readonly ReadEntry[]> {
  const parsed = harSchema.safeParse(parseJson(await readText(file, MOST_MEGABYTES)))
  if (!parsed.success) {
    throw new OptionError({
      attempt: `read the requests of ${quote(file)}`,
      received: 'it is no HAR',
      advice: 'Save one with the network panel of a browser.',
    })
  }
  return parsed.data.log.entries.flatMap((entry) => entrySchema.safeParse(entry).data ?? [])
}

/** Splits the URL of a request into its path and its query, which has no question mark. */
export function splitUrl({ url }: ReadEntry['request']): { readonly path: string; readonly query: string } {
  const { pathname, search } = new URL(url, 'http://service')
  return { path: pathname, query: search.slice(1) }
}
