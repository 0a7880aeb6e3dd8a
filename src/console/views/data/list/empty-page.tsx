// Why a page is empty, and what leads on.

import { formatNumber } from '../../../components/charts/bars.tsx'
import { Button } from '../../../components/controls/button.tsx'
import { JsonTree } from '../../../components/json/json-tree.tsx'
import { EmptyState } from '../../../components/panels.tsx'
import { Text } from '../../../components/text/text.tsx'
import type { ResourceDescription } from '../../../store/api.ts'
import { nameMany } from '../record.ts'
import type { ListPage } from './list-page.ts'

export interface EmptyPageProps {
  resource: ResourceDescription
  page: ListPage
  /** Leaves a parameter out of the filter; without a name, all of them. */
  onDrop: (parameter?: string) => void
  onFirstPage: () => void
  onCreate: () => void
}

/** Says why a page has no records. */
export function EmptyPage(props: EmptyPageProps) {
  const { resource, page, onFirstPage, onCreate } = props
  const many = nameMany(resource)
  if (page.status >= 300) return <Rejected page={page} onDrop={props.onDrop} />
  if (page.answer !== undefined && !page.answer.isWhole)
    return <EmptyState title="The response is too large">Only responses up to 5 MiB can be shown.</EmptyState>
  if (page.request.offset > 0 && page.matching !== 0)
    return (
      <EmptyState title="There is nothing on this page" choices={<Button onClick={onFirstPage}>First page</Button>}>
        The list ends before {formatNumber(page.request.offset)}.
      </EmptyState>
    )
  if (page.total === 0)
    return (
      <EmptyState
        title={`No ${many} yet`}
        choices={
          <Button kind="primary" onClick={onCreate}>
            New {resource.singular}
          </Button>
        }
      >
        This world has none.
      </EmptyState>
    )
  return <NoMatch {...props} many={many} />
}

function NoMatch({ page, onDrop, many }: EmptyPageProps & { many: string }) {
  const filters = page.answer?.explanation.filters ?? []
  return (
    <EmptyState title={`No ${many} match`} choices={<Button onClick={() => onDrop()}>Clear the filter</Button>}>
      {page.total !== undefined && <p>There are {formatNumber(page.total)} without the filter.</p>}
      <ul class="stack funnel-steps">
        {filters.map(({ parameter, value, removed, left }) => (
          <li key={parameter}>
            <code>
              <Text>{`${parameter}=${String(value)}`}</Text>
            </code>{' '}
            removed {formatNumber(removed)} and left {formatNumber(left)}{' '}
            <Button onClick={() => onDrop(parameter)}>Without {parameter}</Button>
          </li>
        ))}
      </ul>
    </EmptyState>
  )
}

function Rejected({ page, onDrop }: Pick<EmptyPageProps, 'page' | 'onDrop'>) {
  return (
    <div class="stack rejected" role="alert">
      <strong>The service answers with {page.status}</strong>
      <p>{page.answer?.explanation.words[0]}</p>
      {page.answer?.body && <JsonTree text={page.answer.body} label="Response body" />}
      <Button onClick={() => onDrop()}>Clear the filter</Button>
    </div>
  )
}
