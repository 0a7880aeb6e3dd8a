// Which operations return a list, and a list without records.

import type { Outcome } from '../../define/operation/messages.ts'
import type { Operation } from '../../define/operation/operation.ts'
import type { OperationName } from '../../define/service-types.ts'
import { type Body, decodeBody, encodeText } from '../../http/body.ts'
import type { ResponseShape } from '../../http/operation-declaration.ts'

/** Removes the records of a list and keeps its envelope. The offset of a page becomes that of the request. */
export function emptyList(body: Body, { values, envelope }: Outcome): Body {
  const list = parseList(body)
  if (list === undefined) return body
  if (Array.isArray(list)) return encodeText('[]')
  const empty = { records: [], hasMore: false, countAll: () => 0, offset: Number(values?.offset ?? 0) }
  const emptied = Object.entries(list as object).map(([name, value]) => {
    if (Array.isArray(value)) return [name, []]
    const field = envelope?.fields[name]
    // The envelope reads nothing else of a page.
    return [name, field === undefined ? value : field.read(empty as never)]
  })
  return encodeText(JSON.stringify(Object.fromEntries(emptied)))
}

/** Lists the names of the operations that return a list, whole or in pages. */
export const listsOf = (all: readonly Operation<OperationName>[]) => namesReturning(all, ['page', 'list'])

/** Lists the names of the operations that return pages of a list. */
export const pagesOf = (all: readonly Operation<OperationName>[]) => namesReturning(all, ['page'])

function namesReturning(
  operations: readonly Operation<OperationName>[],
  kinds: readonly ResponseShape['kind'][],
): OperationName[] {
  const isOne = (responses: Readonly<Record<number, ResponseShape>>): boolean =>
    Object.values(responses).some(({ kind }) => kinds.includes(kind))
  return operations.filter(({ responses }) => isOne(responses)).map(({ name }) => name)
}

// Another fault may have replaced the JSON.
function parseList(body: Body): unknown {
  try {
    return JSON.parse(decodeBody(body))
  } catch {
    return undefined
  }
}
