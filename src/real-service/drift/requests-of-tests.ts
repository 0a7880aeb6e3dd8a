// The requests that tests sent, as far as they only read.

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { quote } from '../../engine/input/text/quote.ts'
import { readText } from '../../files/read/read-text.ts'
import { isAllowed } from '../reader/allowed.ts'
import type { ReadRequest } from '../reader/messages.ts'

const MOST_MEGABYTES = 256
const TRACE = /^trace-.*\.jsonl$/

const tracedSchema = z.object({ method: z.string(), path: z.string(), query: z.string() })
const harSchema = z.object({
  log: z.object({ entries: z.array(z.object({ request: z.object({ method: z.string(), url: z.string() }) })) }),
})

/**
 * Reads the requests of a folder that `DEPLOYMOCK_TRACE` named, each once.
 *
 * @throws OptionError if the folder has no traces
 */
export async function readTracedRequests(folder: string): Promise<readonly ReadRequest[]> {
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => TRACE.test(name)).toSorted()
  if (files.length === 0) {
    throw new OptionError({
      attempt: `read the requests of tests from ${quote(folder)}`,
      received: 'there are no traces',
      advice: 'Run the tests with DEPLOYMOCK_TRACE set to a folder.',
    })
  }
  const texts = await Promise.all(files.map((file) => readText(join(folder, file), MOST_MEGABYTES)))
  // The last line is incomplete if its process was ended while it wrote.
  const lines = texts.flatMap((text) => text.split('\n')).map(parseJson)
  const traced = lines.flatMap((line) => tracedSchema.safeParse(line).data ?? [])
  return selectReads(traced)
}

/**
 * Reads the requests of a HAR file, each once. Only their paths and queries are sent, to the service that is compared.
 *
 * @param basePath the path of the service's URL, which the recorded ones may begin with
 * @throws OptionError if the file is no HAR
 */
export async function readHarRequests(file: string, basePath = ''): Promise<readonly ReadRequest[]> {
  const parsed = harSchema.safeParse(parseJson(await readText(file, MOST_MEGABYTES)))
  if (!parsed.success) {
    throw new OptionError({
      attempt: `read the requests of ${quote(file)}`,
      received: 'it is no HAR',
      advice: 'Save one with the network panel of a browser.',
    })
  }
  const requests = parsed.data.log.entries.map(({ request: { method, url } }) => {
    const { pathname, search } = new URL(url, 'http://service')
    const path = basePath !== '' && pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname
    // A session of a simulator.
    return { method, path: path.replace(/^\/_s\/[^/]+(?=\/)/, ''), query: search.slice(1) }
  })
  return selectReads(requests)
}

interface Sent {
  readonly method: string
  readonly path: string
  readonly query: string
}

/** Selects the requests that only read, each once. */
export function selectReads(sent: readonly Sent[]): readonly ReadRequest[] {
  const reads = sent.flatMap(({ method, path, query: text }): ReadRequest[] => {
    const query = text.replace(/^\?/, '')
    const request = { method, path, ...(query === '' ? {} : { query }) }
    return isAllowed(request) ? [request as ReadRequest] : []
  })
  return [...new Map(reads.map((request) => [JSON.stringify(request), request])).values()]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
