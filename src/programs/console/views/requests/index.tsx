import { useLayoutEffect, useRef } from 'preact/hooks'
import type { JournalEntry } from '../../../../entries/client/index.ts'
import { parseFilter } from '../../components/forms/filter-field.tsx'
import { ErrorBoundary } from '../../components/panels.tsx'
import { useConsole, useKeys } from '../../page/console.ts'
import type { View } from '../../page/view.ts'
import { isEntry, keyOfRequest, type ListRow } from '../../store/stream/stream.ts'
import { CompareDialog, useCompare } from './compare-dialog.tsx'
import { RequestDetails } from './details/request-details.tsx'
import { readEntryPlace, routeTo } from './entry-route.ts'
import { FilterBar } from './list/filter-bar.tsx'
import { FILTER_FIELDS, RequestList, type RowFilter } from './list/request-list.tsx'
import { RateCharts } from './rate-charts.tsx'

/** Shows the requests as they arrive, and why each got its response. */
export const requestsView: View = {
  id: 'requests',
  title: 'Requests',
  key: 'r',
  badge: ({ stream }) => stream.unseen.value,
  render: Requests,
  commands: ({ router, connection, stream }, text) => {
    const goTo = (query: Record<string, string>) => router.navigate({ view: 'requests', query })
    const id = Number(/^#?(\d+)$/.exec(text.trim())?.[1])
    const exists = (row: ListRow) =>
      row.session === connection.session && (isEntry(row) ? row.id === id : row.after < id && id < row.before)
    const open = { title: `Go to request #${id}`, fit: 'sure' as const }
    return [
      ...(stream.rows.value.some(exists)
        ? [{ ...open, run: () => router.navigate({ view: 'requests', path: [String(id)] }) }]
        : []),
      { title: 'Show failed requests', words: '5xx error', run: () => goTo({ q: 'status=5xx' }) },
      { title: 'Show requests with faults', run: () => goTo({ q: 'fault=any' }) },
    ]
  },
}

function Requests() {
  const { router, connection, stream } = useConsole()
  const { path, query } = router.route.value
  const place = readEntryPlace(path, connection.session)
  const filter = readRequestFilter(query)
  const list = useRef<HTMLDivElement>(null)
  const compare = useCompare()
  const goTo = (next: typeof place, replace = false) =>
    router.navigate(routeTo(next, connection.session, query), { replace })
  useLayoutEffect(() => {
    stream.setOpen(true)
    return () => stream.setOpen(false)
  }, [])
  const close = () => {
    goTo(undefined)
    // Below 900 px the list was hidden.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[role="listbox"]')?.focus())
  }
  useKeys(place === undefined ? [] : [{ keys: 'Escape', title: 'Close the request', run: close }])
  return (
    <div class={`column requests${place === undefined ? '' : ' requests-open'}`}>
      <div class="stack head requests-top">
        <ErrorBoundary what="the charts">
          <RateCharts onPick={(from, to) => router.setQuery({ from: String(from), to: String(to) })} />
        </ErrorBoundary>
        <FilterBar filter={filter} />
      </div>
      <div class="column split">
        <div class="column split-list" ref={list}>
          <RequestList
            filter={filter}
            open={place === undefined ? undefined : keyOfRequest(place)}
            onOpen={(entry: JournalEntry, isStep) => goTo(entry, isStep)}
          />
        </div>
        {place !== undefined && (
          <ErrorBoundary key={keyOfRequest(place)} what="the request">
            <RequestDetails place={place} onClose={close} compare={compare} />
          </ErrorBoundary>
        )}
      </div>
      {compare.pair !== undefined && <CompareDialog pair={compare.pair} onClose={compare.close} />}
    </div>
  )
}

function readRequestFilter(query: Readonly<Record<string, string>>): RowFilter {
  const { fields, text } = parseFilter(query.q ?? '', FILTER_FIELDS)
  const time = (name: string) => (/^\d+$/.test(query[name] ?? '') ? { [name]: Number(query[name]) } : {})
  return { ...fields, ...(text !== '' && { text: text.toLowerCase() }), ...time('from'), ...time('to') }
}
