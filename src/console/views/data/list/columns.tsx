import type { ComponentChildren, JSX } from 'preact'
import { type ReadSchema, readSchema } from '../../../components/forms/schema-kinds.ts'
import type { Column } from '../../../components/lists/record-table.tsx'
import { Text } from '../../../components/text/text.tsx'
import type { ResourceDescription } from '../../../store/api.ts'
import { type AnyRecord, findStateField } from '../record.ts'

const MOST_COLUMNS = 7
// What people look for comes first.
const FIRST = ['name', 'kind', 'status', 'state', 'event_type']
const LAST = ['created_at', 'id']
const SCALARS = ['text', 'long-text', 'date', 'number', 'boolean', 'choice']

/** Chooses the columns for records of a resource. */
export function chooseColumns(
  resource: ResourceDescription,
  returned: readonly string[] | undefined,
): readonly Column<AnyRecord>[] {
  const state = findStateField(resource)
  return rankFields(resource).map((field) => ({
    title: field,
    render: (record) => <Cell value={record[field]} isState={field === state} isTime={/_at$/.test(field)} />,
    ...(returned === undefined || returned.includes(field) ? {} : { note: 'The list of the service leaves this out' }),
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

function Cell({ value, isState, isTime }: { value: unknown; isState: boolean; isTime: boolean }): ComponentChildren {
  if (value === null || value === undefined) return <span class="muted">{value === null ? 'null' : '–'}</span>
  if (isState && typeof value === 'string') return <StateMark state={value} />
  if (isTime && typeof value === 'string') return <Time time={value} />
  return <Text most={80}>{String(value)}</Text>
}

/** A time, to the second. */
function Time({ time }: { time: string }): JSX.Element {
  const isUsual = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(time)
  return (
    <time dateTime={time} title={time}>
      {isUsual ? `${time.slice(0, 10)} ${time.slice(11, 19)}` : <Text most={40}>{time}</Text>}
    </time>
  )
}

type Group = 'ok' | 'error' | 'warning' | 'rest'

const SHAPES: Readonly<Record<Group, string>> = { ok: '●', error: '■', warning: '◌', rest: '○' }

/** The state of a record. */
function StateMark({ state }: { state: string }): JSX.Element {
  const group = groupOf(state)
  return (
    <span class={`status-${group}`}>
      <span aria-hidden="true">{SHAPES[group]}</span> <Text most={40}>{state}</Text>
    </span>
  )
}

// The names of states are English words, whatever the resource.
function groupOf(state: string): Group {
  if (/FAIL|ERROR/i.test(state)) return 'error'
  if (/AWAITING|PENDING|QUEUED|ING$/i.test(state)) return 'warning'
  return /READY|DEPLOYED|COMPLETED|ACTIVE|SUCCE/i.test(state) ? 'ok' : 'rest'
}
