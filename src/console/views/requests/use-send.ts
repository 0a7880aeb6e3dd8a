// Sends requests to the service, as a client does.

import { useConsole } from '../../app/console.ts'
import type { CopiedRequest } from '../../copy/copied-request.ts'
import { buildFetch } from '../../copy/fetch-code.ts'
import type { Imperative } from '../../store/past.ts'

/** Returns a function that sends a request to the service. The journal records it. */
export function useSend(): (request: CopiedRequest, title: Imperative) => Promise<unknown> {
  const { actions } = useConsole()
  return (request, title) =>
    actions.run({
      title,
      code: buildFetch(request).trim(),
      run: () => sendRequest(request),
      changes: ['requests', 'state'],
    })
}

// A fault may cut the connection. The journal tells what happened.
async function sendRequest({ method, url, headers, body }: CopiedRequest): Promise<number | undefined> {
  const sent = method === 'GET' || method === 'HEAD' ? null : body
  const init = { method, headers: headers.map(([name, value]): [string, string] => [name, value]), body: sent }
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(60_000) }).catch(() => undefined)
  await response?.arrayBuffer().catch(() => undefined)
  return response?.status
}
