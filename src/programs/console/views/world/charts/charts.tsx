import { useId, useState } from 'preact/hooks'
import type { Totals } from '../../../../../entries/client/index.ts'
import { Columns } from '../../../components/charts/line-chart.tsx'
import { Panel, RemotePanel } from '../../../components/panels.tsx'
import { formatNumber } from '../../../format/numbers.ts'
import { useConsole, useRemote } from '../../../page/console.ts'
import { buildHref } from '../../../page/routes.ts'
import type { FieldSchema, ResourceDescription, Schemas } from '../../../store/api.ts'
import { findStateField, hrefOf, nameMany } from '../../data/record.ts'
import { nameField } from '../words.ts'

/** Charts of a resource that can be chosen. Without anything to chart, there are none. */
export function Charts() {
  const { world } = useConsole()
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const schemas = world.schemas.data.value
  const resource = schemas?.resources.find(({ name }) => name === chosen) ?? (schemas && findFirst(schemas))
  if (schemas === undefined || resource === undefined) return null
  const { name } = resource
  return (
    <Panel title="Charts" actions={<Choice schemas={schemas} name={name} onChoose={setChosen} />}>
      <ResourceCharts key={name} name={name} resource={resource} />
    </Panel>
  )
}

// What every scenario describes comes first.
function findFirst({ resources, service }: Schemas): ResourceDescription | undefined {
  const charted = resources.filter(isCharted)
  return charted.find(({ name }) => name === service.mainResource) ?? charted[0]
}

/** Whether the server counts anything of a resource: named values, the fields that its list filters by, or creations. */
function isCharted({ schema, list }: ResourceDescription): boolean {
  const { created_at: created, ...fields } = schema.properties ?? {}
  const filtered = new Set(list?.parameters.map(({ filters }) => filters))
  return created !== undefined || Object.entries(fields).some(([name, each]) => filtered.has(name) || hasChoices(each))
}

function hasChoices({ enum: values, anyOf = [] }: FieldSchema): boolean {
  return values !== undefined || anyOf.some(hasChoices)
}

type ChoiceProps = { schemas: Schemas; name: string; onChoose: (name: string) => void }

function Choice({ schemas: { resources }, name, onChoose }: ChoiceProps) {
  const id = useId()
  const { world } = useConsole()
  const counts: Readonly<Record<string, number>> = world.state.data.value?.counts ?? {}
  const shown = resources.filter((each) => each.name === name || (isCharted(each) && (counts[each.name] ?? 0) > 0))
  return (
    <>
      <label for={id}>of</label>
      <select id={id} value={name} onChange={(event) => onChoose(event.currentTarget.value)}>
        {shown.map((each) => (
          <option key={each.name} value={each.name}>
            {each.title}
          </option>
        ))}
      </select>
    </>
  )
}

type ResourceChartsProps = { name: string; resource: ResourceDescription }

function ResourceCharts({ name, resource }: ResourceChartsProps) {
  const { simulator } = useConsole().connection
  const totals = useRemote(() => simulator.totals(name), { on: [name], inputs: [name] })
  return (
    <RemotePanel remote={totals} what="the totals">
      {(counted) =>
        counted.total === 0 ? (
          <p>
            There are no {nameMany(resource)} in this world. <a href={hrefOf(name)}>Create one</a>.
          </p>
        ) : (
          <Groups totals={counted} name={name} resource={resource} />
        )
      }
    </RemotePanel>
  )
}

interface GroupsProps extends ResourceChartsProps {
  readonly totals: Totals
}

function Groups({ totals, name, resource }: GroupsProps) {
  const fields = Object.entries(totals.by)
  const { per, counts } = totals.created
  if (fields.length === 0 && counts.length === 0) {
    return <p class="muted">These records have nothing to chart.</p>
  }
  return (
    <div class="column grid">
      {fields.map(([field, values]) => (
        <section key={field} class="stack tight">
          <h3>By {nameField(field)}</h3>
          <Bars label={`By ${nameField(field)}`} bars={listBars({ resource, name, field, values })} />
        </section>
      ))}
      {counts.length > 1 && (
        <section class="stack tight">
          <h3>Created per {per}</h3>
          <CreatedColumns created={totals.created} />
        </section>
      )}
    </div>
  )
}

const LENGTHS: Readonly<Record<string, number>> = { hour: 16, day: 10, month: 7 }

interface CreatedColumnsProps {
  readonly created: Totals['created']
}

function CreatedColumns({ created: { per, counts } }: CreatedColumnsProps) {
  const format = (at = '') => at.slice(0, LENGTHS[per]).replace('T', ' ')
  const [first, last] = [format(counts[0]?.at), format(counts.at(-1)?.at)]
  const most = counts.reduce((one, other) => (other.count > one.count ? other : one))
  const text = `From ${first} to ${last}. Most in ${format(most.at)}: ${formatNumber(most.count)}.`
  return (
    <figure>
      <Columns text={text} columns={counts.map(({ at, count }) => ({ title: format(at), value: count }))} />
      <figcaption>
        <span class="row spread muted">
          <span>{first}</span>
          <span>{last}</span>
        </span>
        Most in {format(most.at)}: {formatNumber(most.count)}
      </figcaption>
    </figure>
  )
}

/** A field, and how many records have each of its values. */
type CountedField = ResourceChartsProps & { field: string; values: Readonly<Record<string, number>> }

const MOST_BARS = 8

function listBars({ resource, name, field, values }: CountedField): readonly Bar[] {
  const order = field === findStateField(resource) ? (resource.states ?? []) : []
  const rank = (value: string) => (order.includes(value) ? order.indexOf(value) : order.length)
  const sorted = Object.entries(values).sort(([one, many], [other, more]) => rank(one) - rank(other) || more - many)
  const filter = resource.list?.parameters.find(({ filters }) => filters === field)?.name
  const bars = sorted.slice(0, MOST_BARS).map(([value, count]) => ({
    label: value === 'null' ? 'none' : value,
    value: count,
    ...(filter !== undefined &&
      value !== 'null' && { href: buildHref({ view: 'data', path: [name], query: { [filter]: value } }) }),
  }))
  const rest = sorted.slice(MOST_BARS).reduce((sum, [, count]) => sum + count, 0)
  return rest === 0 ? bars : [...bars, { label: `${sorted.length - MOST_BARS} others`, value: rest }]
}

/** A bar, and where a click on its label leads. */
type Bar = { readonly label: string; readonly value: number; readonly href?: string }

interface BarsProps {
  readonly label: string
  readonly bars: readonly Bar[]
}

function Bars({ label, bars }: BarsProps) {
  const most = Math.max(...bars.map(({ value }) => value), 1)
  return (
    <ul class="column bars" aria-label={label}>
      {bars.map(({ label: name, value, href }) => (
        <li key={name}>
          <span class="bar-label" title={name}>
            {href === undefined ? name : <a href={href}>{name}</a>}
          </span>
          <span class="track" aria-hidden="true">
            {value > 0 && <span class="bar" style={{ width: `${(value / most) * 100}%` }} />}
          </span>
          <span class={`number${value === 0 ? ' bar-zero' : ''}`}>{formatNumber(value)}</span>
        </li>
      ))}
    </ul>
  )
}
