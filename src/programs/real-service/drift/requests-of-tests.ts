// The requests that tests sent, as far as they only read.

import * as z from 'zod'
import { OptionError } from '../../../engine/input/options/option-error.ts'
import { quote } from '../../../engine/input/text/quote.ts'
import { readTraceLines } from '../../../entries/run/read-traces.ts'
import { findPathBelow, readHarFile, splitUrl } from '../har/read-har.ts'
import { isAllowed } from '../reader/allowed.ts'
import type { ReadRequest, SentRequest } from '../reader/messages.ts'

const tracedSchema = z.object({ method: z.string(), path: z.string(), query: z.string() })

/** Reads the requests of a folder that `DEPLOYMOCK_TRACE` named, each once. @throws OptionError if it has no traces */
export async function readTracedRequests(folder: string): Promise<readonly ReadRequest[]> {
  const lines = await readLines(folder).catch(() => [])
  if (lines.length === 0) {
    throw new OptionError({
      attempt: `read the requests of tests from ${quote(folder)}`,
      received: 'there are no traces',
      advice: 'Run the tests with DEPLOYMOCK_TRACE set to a folder.',
    })
  }
  return selectReads(lines.flatMap((line) => tracedSchema.safeParse(line).data ?? []))
}

async function readLines(folder: string): Promise<readonly object[]> {
  const lines: object[] = []
  for await (const line of readTraceLines(folder)) lines.push(line)
  return lines
}

/**
 * Reads the requests of a HAR file, each once. Only their paths and queries are sent, to the service that is compared.
 *
 * @throws OptionError if the file is no HAR
 */
export async function readHarRequests(file: string): Promise<readonly ReadRequest[]> {
  const requests = (await readHarFile(file)).map(({ request }) => {
    const { method } = request
    const { path: whole, query } = splitUrl(request)
    return { method, path: findPathBelow(whole, (path) => isAllowed({ method, path })) ?? whole, query }
  })
  return selectReads(requests)
}

/** Selects the requests that only read, each once. */
export function selectReads(sent: readonly SentRequest[]): readonly ReadRequest[] {
  const reads = sent.flatMap(({ method, path, query: text = '' }): ReadRequest[] => {
    const query = text.replace(/^\?/, '')
    const request = { method, path, ...(query !== '' && { query }) }
    return isAllowed(request) ? [request as ReadRequest] : []
  })
  return [...new Map(reads.map((request) => [JSON.stringify(request), request])).values()]
}
