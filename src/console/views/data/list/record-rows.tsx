// The table of records, and the keys that move in it.

import type { JSX, TargetedFocusEvent } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { useKeys } from '../../../app/console.ts'
import { RecordTable } from '../../../components/lists/record-table.tsx'
import type { ResourceDescription } from '../../../store/api.ts'
import type { AnyRecord } from '../record.ts'
import { chooseColumns } from './columns.tsx'
import type { ListPage } from './list-page.ts'

export interface RecordRowsProps {
  resource: ResourceDescription
  page: ListPage
  open: string | undefined
  onOpen: (id: string) => void
  /** Called when the pointer or the focus comes or goes. */
  onHold: (isHeld: boolean) => void
}

/** The records of a page. While one is open, `j` and `k` open the next and the previous one. */
export function RecordRows({ resource, page, open, onOpen, onHold }: RecordRowsProps): JSX.Element {
  const frame = useRef<HTMLDivElement>(null)
  const columns = useMemo(() => chooseColumns(resource, page.returned), [resource, page.returned?.join()])
  const holds = useHolds(onHold)
  const openRow = ({ id }: AnyRecord) => typeof id === 'string' && onOpen(id)
  const move = (step: number) => {
    if (open === undefined) return focusRow(frame.current, step)
    const index = page.rows.findIndex(({ id }) => id === open)
    const next = page.rows[index + step]
    if (next !== undefined) openRow(next)
  }
  useKeys(
    [
      { keys: 'j', title: 'Next record', run: () => move(1) },
      { keys: 'k', title: 'Previous record', run: () => move(-1) },
    ],
    [page, open, onOpen],
  )
  return (
    <div ref={frame} class="record-rows" {...holds}>
      <RecordTable
        label={resource.title}
        columns={columns}
        rows={page.rows}
        keyOf={(record) => String(record.id)}
        open={open}
        onOpen={openRow}
      />
    </div>
  )
}

function useHolds(onHold: (isHeld: boolean) => void) {
  const held = useRef({ pointer: false, focus: false })
  const set = (change: Partial<typeof held.current>) => {
    held.current = { ...held.current, ...change }
    onHold(held.current.pointer || held.current.focus)
  }
  useEffect(() => () => onHold(false), [])
  return {
    onPointerEnter: () => set({ pointer: true }),
    onPointerLeave: () => set({ pointer: false }),
    onFocusIn: () => set({ focus: true }),
    onFocusOut: (event: TargetedFocusEvent<HTMLElement>) => {
      const next = event.relatedTarget
      set({ focus: next instanceof Node && event.currentTarget.contains(next) })
    },
  }
}

function focusRow(frame: HTMLElement | null, step: number): void {
  const rows = [...(frame?.querySelectorAll<HTMLElement>('tbody tr') ?? [])]
  const current = rows.indexOf(document.activeElement as HTMLElement)
  rows[current < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, current + step))]?.focus()
}
