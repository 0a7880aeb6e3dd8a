// The table of records, and the keys that move in it.

import type { TargetedFocusEvent } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { AnyRecord } from '../../../../../entries/client/remote/records-of.ts'
import { type ReadSchema, readSchema } from '../../../components/forms/schema-kinds.ts'
import { type Column, RecordTable } from '../../../components/lists/record-table.tsx'
import { Text } from '../../../components/text/text.tsx'
import { useKeys } from '../../../page/console.ts'
import type { ResourceDescription } from '../../../store/api.ts'
import { findStateField, idOf } from '../record.ts'
import type { ListPage } from './list-request.ts'

interface RecordRowsProps {
  resource: ResourceDescription
  page: ListPage
  open: string | undefined
  onOpen: (id: string) => void
  /** Called when the pointer or the focus comes or goes. */
  onHold: (isHeld: boolean) => void
}

/** The records of a page. While one is open, `j` and `k` open the next and the previous one. */
export function RecordRows({ resource, page, open, onOpen, onHold }: RecordRowsProps) {
  const frame = useRef<HTMLDivElement>(null)
  const columns = useMemo(() => chooseColumns(resource, page.returned), [resource, page.returned?.join()])
  const holds = useHolds(onHold)
  const openRow = (record: AnyRecord) => onOpen(idOf(record) ?? '')
  const move = (step: number) => {
    if (open === undefined) return focusRow(frame.current, step)
    const index = page.rows.findIndex((record) => idOf(record) === open)
    const next = page.rows[index + step]
    if (next !== undefined) openRow(next)
  }
  useKeys([
    { keys: 'j', title: 'Next record', run: () => move(1) },
    { keys: 'k', title: 'Previous record', run: () => move(-1) },
  ])
  return (
    <div ref={frame} class="record-rows" {...holds}>
      <RecordTable
        {...{ label: resource.title, columns, rows: page.rows, open }}
        keyOf={(record) => String(record.id)}
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

const MOST_COLUMNS = 7
// What people look for comes first.
const FIRST = ['name', 'title', 'kind', 'status', 'state', 'event_type']
const LAST = ['created_at', 'id']
const SCALARS = ['text', 'long-text', 'date', 'number', 'boolean', 'choice']

export function chooseColumns(
  resource: ResourceDescription,
  returned: readonly string[] | undefined,
): readonly Column<AnyRecord>[] {
  const state = findStateField(resource)
  return rankFields(resource).map((field) => ({
    title: field,
    render: (record) => <Cell value={record[field]} isState={field === state} isTime={/_at$/.test(field)} />,
    ...(returned !== undefined && !returned.includes(field) && { note: 'The list of the service leaves this out' }),
  }))
}

/** Lists the fields of a resource without parts, the most useful first. */
function rankFields(resource: ResourceDescription): readonly string[] {
  const scalars = Object.keys(resource.given.properties ?? {}).filter((field) =>
    SCALARS.includes(readField(resource, field).kind),
  )
  const first = scalars
    .filter((field) => !LAST.includes(field))
    .toSorted((one, other) => rank(resource, one) - rank(resource, other))
  return [...first.slice(0, MOST_COLUMNS - LAST.length), ...LAST.filter((field) => scalars.includes(field))]
}

function rank(resource: ResourceDescription, field: string): number {
  if (FIRST.includes(field)) return FIRST.indexOf(field)
  if (/(_id|_url|_at|token)$/.test(field)) return 25
  const { kind, isNullable } = readField(resource, field)
  const isFilter = resource.list?.parameters.some(({ filters }) => filters === field) === true
  if (isFilter) return kind === 'choice' ? 9 : 11
  // What may be null often is.
  if (isNullable) return 16
  return kind === 'choice' ? 10 : 15
}

function readField({ given }: ResourceDescription, field: string): ReadSchema {
  return readSchema(given.properties?.[field] ?? {}, given)
}

interface CellProps {
  readonly value: unknown
  readonly isState: boolean
  readonly isTime: boolean
}

function Cell({ value, isState, isTime }: CellProps) {
  if (value === null || value === undefined) return <span class="muted">{value === null ? 'null' : '–'}</span>
  if (isState && typeof value === 'string') return <StateMark state={value} />
  const text = String(value)
  // A time is shown to the second.
  const [, day, time] = (isTime && /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)/.exec(text)) || []
  if (day === undefined) return <Text most={80}>{text}</Text>
  return (
    <time dateTime={text} title={text}>
      {day} {time}
    </time>
  )
}

// The names of states are English words, whatever the resource.
const STATES: readonly (readonly [words: RegExp, colour: string, shape: string])[] = [
  [/FAIL|ERROR|REJECTED|OVERDUE|EXPIRED/i, 'error', '■'],
  [/AWAITING|PENDING|QUEUED|ING$/i, 'warning', '◌'],
  [/READY|DEPLOYED|COMPLETED|\bACTIVE|SUCCE|DONE|PAID|APPROVED|DELIVERED/i, 'ok', '●'],
]

interface StateMarkProps {
  readonly state: string
}

function StateMark({ state }: StateMarkProps) {
  const [, colour, shape] = STATES.find(([words]) => words.test(state)) ?? [undefined, 'muted', '○']
  return (
    <span class={colour}>
      <span aria-hidden="true">{shape}</span> <Text most={40}>{state}</Text>
    </span>
  )
}
