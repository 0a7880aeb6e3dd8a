import { buildInit, type CopiedRequest } from '../../../../../entries/request-code/copied-request.ts'
import { buildFetch } from '../../../../../entries/request-code/fetch-code.ts'
import { useConsole } from '../../../page/console.ts'
import { buildHref } from '../../../page/routes.ts'
import type { Title } from '../../../store/actions/actions.ts'
import type { Toast } from '../../../store/toast-list.ts'
import { routeTo } from '../entry-route.ts'

/** Returns a function that sends a request, which the request log records. @param session that of its URL */
export function useSend(
  session?: string,
  offer: (sent: number) => Toast['choices'] = () => [],
): (request: CopiedRequest, title: Title) => Promise<unknown> {
  const { actions, connection } = useConsole()
  const own = connection.session
  const { url, requests } = connection.simulatorOf(session ?? own)
  return (request, title) =>
    actions.run({
      title,
      async run() {
        // A session that has ended begins anew with the request.
        const [last] = await requests.list({ limit: 1 }).catch(() => [])
        const { status } = await sendRequest(request)
        const news = await requests.list({ after: last?.id ?? 0 })
        // The browser may have encoded more of what was typed.
        const { href } = new URL(request.url)
        const sent = news.find(
          ({ method, path, query }) => method === request.method && href === url + path + (query && `?${query}`),
        )
        return { status, id: sent?.id }
      },
      changes: ['requests', 'state'],
      describe: ({ status = 'no response', id }) => ({
        code: buildFetch(request).trim(),
        details: String(status),
        ...(id !== undefined && {
          href: buildHref(routeTo({ session: session ?? own, id }, own, {})),
          choices: offer(id) ?? [],
        }),
      }),
    })
}

/** Sends a request. There is no status if a fault cuts the connection: the request log tells what happened. */
export async function sendRequest(request: CopiedRequest) {
  const response = await fetch(request.url, buildInit(request, 60_000)).catch(() => undefined)
  return { status: response?.status, text: (await response?.text().catch(() => undefined)) ?? '' }
}
