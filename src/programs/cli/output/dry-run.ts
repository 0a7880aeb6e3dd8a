import type { Io } from '../io.ts'
import type { ServiceSettings } from '../options/service-options.ts'

interface DryRunOutput {
  readonly io: Io
  readonly others: string
}

/** Prints the requests that would be sent as far as they are known, and in words which `others` follow. */
export function printDryRun(
  requests: readonly string[],
  { isJson, reader: { headers, requests: most, rate } }: ServiceSettings,
  { io, others }: DryRunOutput,
): void {
  if (isJson) {
    io.out(JSON.stringify({ requests }, null, 2))
    return
  }
  for (const line of requests) io.out(line)
  const names = Object.keys(headers)
  const credentials = names.length === 0 ? 'no credentials' : names.join(', ')
  io.err(
    `Nothing was sent. These would be, each with ${credentials}${others}At most ${most} would be sent in all, and ${rate} in a second.`,
  )
}

/** About the requests of the commands that learn. */
export const OTHERS_OF_LEARNING = `,
and then GET, HEAD and OPTIONS requests for the same operations, which depend on what these return: with
other parameters, some of them invalid, with unknown ids, with a slash at the end, and without credentials.
`
