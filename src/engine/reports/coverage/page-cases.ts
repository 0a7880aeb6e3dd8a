// The cases of a page within its list.

import type { Operation } from '../../contract/operation/operation.ts'
import type { RecordShape } from '../../contract/operation/responses.ts'
import type { Assumptions } from '../../define/assumptions/assumptions.ts'
import type { Explanation } from '../../journal/entry.ts'
import type { Case } from './case.ts'

type Page = NonNullable<Explanation['page']>

export function listPageCases({ responses }: Operation, assumptions: Assumptions): Case[] {
  const paged = Object.values(responses).find(({ kind }) => kind === 'page') as RecordShape | undefined
  if (paged === undefined) return []
  return [...edges, ...(paged.canBeBeyond?.(assumptions) === true ? [BEYOND] : [])].map(([name, isThere]) => ({
    subject: 'pages',
    name,
    happened: ({ isUntouched, entry: { explanation } }) =>
      isUntouched && explanation.page !== null && isThere(explanation.page),
  }))
}

type Edge = readonly [name: string, isThere: (page: Page) => boolean]

const BEYOND: Edge = ['beyond the end', ({ offset, returned }) => returned === 0 && offset > 0]

const edges: readonly Edge[] = [
  ['the only one', (page) => isFirst(page) && isLast(page)],
  ['first of several', (page) => isFirst(page) && hasMore(page)],
  ['middle', (page) => !isFirst(page) && hasMore(page)],
  ['last', (page) => !isFirst(page) && isLast(page)],
  ['last and full', (page) => isLast(page) && page.returned === page.limit],
  ['nothing matches', ({ matching, offset }) => matching === 0 && offset === 0],
]

function isFirst({ offset }: Page): boolean {
  return offset === 0
}

function isLast({ matching, offset, returned }: Page): boolean {
  return returned > 0 && offset + returned >= matching
}

function hasMore({ matching, offset, returned }: Page): boolean {
  return offset + returned < matching
}
