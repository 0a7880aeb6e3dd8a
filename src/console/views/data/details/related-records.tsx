import type { JSX } from 'preact'
import { useConsole, useRemote } from '../../../app/console.ts'
import { formatNumber } from '../../../components/charts/bars.tsx'
import { Text } from '../../../components/text/text.tsx'
import type { ResourceDescription } from '../../../store/api.ts'
import { type AnyRecord, hrefOf, nameMany, recordsOf } from '../record.ts'

type RelatedRecordsProps = { resource: ResourceDescription; record: AnyRecord }

/** Links to related records. */
export function RelatedRecords({ resource, record }: RelatedRecordsProps): JSX.Element | null {
  const resources = useConsole().world.schemas.data.value?.resources ?? []
  const parents = Object.entries(resource.belongsTo).flatMap(([field, name]) => {
    const parent = resources.find((each) => each.name === name)
    const id = record[field]
    return parent === undefined || typeof id !== 'string' ? [] : [{ parent, id }]
  })
  const children = resources.flatMap((child) =>
    Object.entries(child.belongsTo).flatMap(([field, name]) => (name === resource.name ? [{ child, field }] : [])),
  )
  if (parents.length === 0 && children.length === 0) return null
  return (
    <ul class="row" aria-label="Related records">
      {parents.map(({ parent, id }) => (
        <li key={parent.name}>
          belongs to {parent.singular}{' '}
          <a href={hrefOf(parent, id)}>
            <Text>{id}</Text>
          </a>
        </li>
      ))}
      {children.map(({ child, field }) => (
        <li key={child.name + field}>
          <ChildrenLink child={child} field={field} id={String(record.id)} />
        </li>
      ))}
    </ul>
  )
}

function ChildrenLink({ child, field, id }: { child: ResourceDescription; field: string; id: string }): JSX.Element {
  const { connection } = useConsole()
  const where = { [field]: id }
  const count = useRemote(() => recordsOf(connection.simulator, child.name).page({ where, limit: 1 }), {
    on: [child.name],
    inputs: [child.name, field, id],
  })
  const total = count.data.value?.total
  return (
    <a href={hrefOf(child, undefined, where)}>
      {total === undefined
        ? nameMany(child)
        : `${formatNumber(total)} ${total === 1 ? child.singular : nameMany(child)}`}
    </a>
  )
}
