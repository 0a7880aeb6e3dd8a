import type { Io } from '../io.ts'
import type { ServiceSettings } from '../options/service-options.ts'

/**
 * Prints the requests that would be sent.
 *
 * @param requests those that are known before the service has answered
 */
export function printDryRun(
  requests: readonly string[],
  { isJson, reader: { headers, requests: most, rate } }: ServiceSettings,
  io: Io,
): void {
  if (isJson) {
    io.out(JSON.stringify({ requests }, null, 2))
    return
  }
  for (const line of requests) io.out(line)
  const names = Object.keys(headers)
  io.err(`Nothing was sent. These would be, each with ${names.length === 0 ? 'no credentials' : names.join(', ')},`)
  io.err('and then GET, HEAD and OPTIONS requests for the same operations, which depend on what these return: with')
  io.err('other parameters, some of them invalid, with unknown ids, with a slash at the end, and without credentials.')
  io.err(`At most ${most} would be sent in all, and ${rate} in a second.`)
}
