// The view Requests.

import { defineView } from '../../app/view.ts'
import { RequestsView } from './requests-view.tsx'

/** Shows the requests as they arrive, and why each got its response. */
export const requestsView = defineView({
  id: 'requests',
  title: 'Requests',
  key: 'r',
  badge: ({ stream }) => stream.unseen.value,
  render: RequestsView,
  commands: ({ router, connection }, text) => {
    const goTo = (query: Record<string, string>) => router.navigate({ view: 'requests', query })
    const id = /^#?(\d+)$/.exec(text.trim())?.[1]
    const open = { title: `Go to request #${id}`, fit: 'sure' as const }
    return [
      ...(id === undefined ? [] : [{ ...open, run: () => router.navigate({ view: 'requests', path: [id] }) }]),
      {
        title: 'Show failed requests',
        words: '5xx error',
        run: () => goTo({ q: 'status=5xx' }),
      },
      { title: 'Show requests with faults', run: () => goTo({ q: 'fault=any' }) },
      {
        title: `Show requests of ${connection.session}`,
        run: () => goTo({ q: `session=${connection.session}` }),
      },
    ]
  },
})
