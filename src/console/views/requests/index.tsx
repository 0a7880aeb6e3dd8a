// The view Requests.

import { defineView } from '../../app/view.ts'
import { isEntry, type Row } from '../../store/stream/ring.ts'
import { RequestsView } from './requests-view.tsx'

/** Shows the requests as they arrive, and why each got its response. */
export const requestsView = defineView({
  id: 'requests',
  title: 'Requests',
  key: 'r',
  badge: ({ stream }) => stream.unseen.value,
  render: RequestsView,
  commands: ({ router, connection, stream }, text) => {
    const goTo = (query: Record<string, string>) => router.navigate({ view: 'requests', query })
    const id = Number(/^#?(\d+)$/.exec(text.trim())?.[1])
    const exists = (row: Row) =>
      row.session === connection.session && (isEntry(row) ? row.id === id : row.after < id && id < row.before)
    const open = { title: `Go to request #${id}`, fit: 'sure' as const }
    return [
      ...(stream.rows.value.some(exists)
        ? [{ ...open, run: () => router.navigate({ view: 'requests', path: [String(id)] }) }]
        : []),
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
