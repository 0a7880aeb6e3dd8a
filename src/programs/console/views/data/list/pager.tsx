import { Button } from '../../../components/controls/button.tsx'
import { formatNumber } from '../../../format/numbers.ts'
import { useKeys } from '../../../page/console.ts'
import type { ResourceDescription } from '../../../store/api.ts'
import type { ListPage, SteadyPage } from './list-page.ts'
import { listPageSizes } from './list-request.ts'
import type { ListRoute } from './use-list-route.ts'

type PagerProps = { resource: ResourceDescription; page: ListPage; steady: SteadyPage; route: ListRoute }

/** Says which records are shown, and goes to other pages. */
export function Pager({ resource, page, steady, route }: PagerProps) {
  const { rows, request, matching } = page
  const { offset, limit } = request
  const previous = offset > 0 ? Math.max(0, offset - limit) : undefined
  const next = hasNext(page) ? offset + rows.length : undefined
  const go = (to: number | undefined) => to !== undefined && route.goTo(to)
  useKeys([
    { keys: '[', title: 'Previous page', run: () => go(previous) },
    { keys: ']', title: 'Next page', run: () => go(next) },
    { keys: '.', title: 'Show how the list has changed', run: steady.update },
  ])
  return (
    <div class="row spread pager">
      <span role="status">
        {describeRange(page)}
        {steady.isOutdated && '. The list has changed.'}
      </span>
      {steady.isOutdated && (
        <Button keys="." onClick={steady.update}>
          Show the changes
        </Button>
      )}
      <span class="row">
        {matching !== undefined && matching > limit && (
          <label>
            Page{' '}
            <input
              type="number"
              style={{ width: '4rem' }}
              min="1"
              max={Math.ceil(matching / limit)}
              value={Math.floor(offset / limit) + 1}
              onChange={({ currentTarget: { value, max } }) =>
                go((Math.min(Number(max), Math.max(1, Math.round(Number(value)))) - 1) * limit)
              }
            />{' '}
            of {formatNumber(Math.ceil(matching / limit))}
          </label>
        )}
        <label>
          <span class="visually-hidden">Records per page</span>
          <select value={String(limit)} onChange={(event) => route.resize(Number(event.currentTarget.value))}>
            {[...new Set([...listPageSizes(resource), limit])]
              .toSorted((one, other) => one - other)
              .map((size) => (
                <option key={size} value={String(size)}>
                  {size} per page
                </option>
              ))}
          </select>
        </label>
        <Button aria-label="Previous page" keys="[" disabled={previous === undefined} onClick={() => go(previous)}>
          ‹
        </Button>
        <Button aria-label="Next page" keys="]" disabled={next === undefined} onClick={() => go(next)}>
          ›
        </Button>
      </span>
    </div>
  )
}

function hasNext({ rows, request, matching }: ListPage): boolean {
  return matching === undefined ? rows.length >= request.limit : request.offset + rows.length < matching
}

function describeRange({ rows, request, matching, total }: ListPage): string {
  const range = `${formatNumber(request.offset + 1)}–${formatNumber(request.offset + rows.length)}`
  if (matching === undefined) return range
  const all = total !== undefined && total !== matching ? `, ${formatNumber(total)} in all` : ''
  return `${range} of ${formatNumber(matching)}${all}`
}
