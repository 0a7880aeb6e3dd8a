// A table of records. Arrows move between rows, Enter opens one.

import type { ComponentChildren, TargetedKeyboardEvent } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

export interface Column<Row> {
  readonly title: string
  render(row: Row): ComponentChildren
  /** What else has to be known about it. */
  readonly note?: string
}

export interface RecordTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The key of the open row. */
  open?: string | undefined
  onOpen?: (row: Row) => void
}

export function RecordTable<Row>({ label, columns, rows, keyOf, open, onOpen }: RecordTableProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [visited, setVisited] = useState(open)
  const keys = rows.map(keyOf)
  const stop = [open, visited, keys[0]].find((key) => key !== undefined && keys.includes(key))
  const place = useRef(0)
  if (open !== undefined && keys.includes(open)) place.current = keys.indexOf(open)
  // One that was deleted is no longer there. Then the next one has its place.
  useReturnedFocus(open, () => {
    body.current?.querySelectorAll('tr')[Math.min(place.current, rows.length - 1)]?.focus()
  })
  return (
    <section class="table-frame" aria-label={label}>
      <table class="table" aria-label={label} onKeyDown={moveRow}>
        <thead>
          <tr>
            {columns.map(({ title, note }) => (
              <th key={title} scope="col" title={note}>
                {note === undefined ? title : <i>{title}</i>}
                {note !== undefined && <span class="visually-hidden">. {note}.</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row) => {
            const key = keyOf(row)
            const opens = onOpen && {
              tabIndex: key === stop ? 0 : -1,
              onFocus: () => setVisited(key),
              onClick: () => onOpen(row),
              onKeyDown: pressRow,
            }
            return (
              <tr key={key} {...opens} aria-current={key === open ? 'true' : undefined}>
                {columns.map(({ title, render }) => (
                  <td key={title}>{render(row)}</td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

function pressRow(event: TargetedKeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || event.target !== event.currentTarget) return
  event.preventDefault()
  event.currentTarget.click()
}

function moveRow(event: TargetedKeyboardEvent<HTMLTableElement>): void {
  const row = document.activeElement?.closest('tr')
  const next = { ArrowDown: row?.nextElementSibling, ArrowUp: row?.previousElementSibling }[event.key]
  if (!(next instanceof HTMLElement) || document.activeElement !== row) return
  event.preventDefault()
  next.focus()
}

/** Calls a function when nothing is open any more and the focus was lost with what was open. */
export function useReturnedFocus(open: string | undefined, focus: () => void): void {
  const before = useRef(open)
  // Before others look for where the focus belongs.
  useLayoutEffect(() => {
    const closed = before.current
    before.current = open
    if (open === undefined && closed !== undefined && document.activeElement === document.body) focus()
  }, [open])
}
