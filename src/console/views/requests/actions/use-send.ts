// Sends requests to the service, as a client does.

import { useConsole } from '../../../app/console.ts'
import type { Toast } from '../../../app/messages/toast-list.ts'
import { buildHref } from '../../../app/routes.ts'
import type { CopiedRequest } from '../../../copy/copied-request.ts'
import { buildFetch } from '../../../copy/fetch-code.ts'
import type { Imperative } from '../../../store/actions/past.ts'

/** Returns a function that sends a request to the service. The request log records it, and the message leads there. */
export function useSend(
  offer: (sent: number) => Toast['choices'] = () => [],
): (request: CopiedRequest, title: Imperative) => Promise<unknown> {
  const { actions, connection } = useConsole()
  const { requests } = connection.simulator
  return (request, title) =>
    actions.run({
      title,
      code: buildFetch(request).trim(),
      async run() {
        const status = await sendRequest(request)
        const latest = await requests.list({ limit: 20 })
        return {
          status,
          id: latest.findLast(({ method, path }) => method === request.method && request.url.includes(path))?.id,
        }
      },
      changes: ['requests', 'state'],
      describe: ({ status = 'no response', id }) => ({
        details: String(status),
        ...(id !== undefined && {
          href: buildHref({ view: 'requests', path: [String(id)] }),
          choices: offer(id) ?? [],
        }),
      }),
    })
}

// A fault may cut the connection. The request log tells what happened.
async function sendRequest({ method, url, headers, body }: CopiedRequest): Promise<number | undefined> {
  const sent = method === 'GET' || method === 'HEAD' ? null : body
  const init = { method, headers: headers.map(([name, value]): [string, string] => [name, value]), body: sent }
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(60_000) }).catch(() => undefined)
  await response?.arrayBuffer().catch(() => undefined)
  return response?.status
}
