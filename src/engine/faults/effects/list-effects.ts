// Effects on lists: empty, outdated, and pages that shift.

import type { Outcome, ServiceRequest } from '../../contract/operation/messages.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { type Body, decodeBody, encodeBody, encodeText, joinBody } from '../../http/body.ts'
import type { ResponseShape } from '../../http/operation-declaration.ts'
import { parseQuery } from '../../http/route-table.ts'
import { defineEffect, type EffectContext, replaceBody } from './effect.ts'

/** Lists the names of the operations that return a list, whole or in pages. */
const listsOf = (all: readonly Operation[]) => namesReturning(all, ['page', 'list'])

const pagesOf = (all: readonly Operation[]) => namesReturning(all, ['page'])

/** What the effects on lists have in common. */
const usual = { settings: {}, example: {}, isProbed: true, chaos: { weight: 5, drawSettings: () => ({}) } }

export const emptyEffect = defineEffect({
  kind: 'empty',
  title: 'Empty list',
  description: 'Responds with a list without records. Error responses stay unchanged.',
  ...usual,
  operations: listsOf,
  describe: () => 'responds with an empty list',
  async apply(_, context) {
    context.hint({ list: { isEmpty: true } })
    const outcome = await replaceBody(context, (body, each) =>
      each.response.status === 200 ? emptyList(body, each) : body,
    )
    return outcome.evidence === undefined ? outcome : { ...outcome, evidence: { ...outcome.evidence, returned: 0 } }
  },
})

export const staleEffect = defineEffect({
  kind: 'stale',
  title: 'Outdated list',
  description: 'Responds with a list from the initial state of the world, like an outdated cache.',
  reachesNext: 'never',
  ...usual,
  operations: listsOf,
  describe: () => 'responds with the list from the start of the world',
  apply: (_, { respondAtStart }) => respondAtStart(),
})

export const duplicateRecordEffect = defineEffect({
  kind: 'duplicate-record',
  title: 'Repeated record',
  description:
    'Starts a later page with the last record of the previous page, as if a record had been added in between.',
  reachesNext: 'never',
  ...usual,
  operations: pagesOf,
  fits: isLaterPage,
  describe: () => 'starts each later page with the last record of the page before',
  apply: (_, context) => respondShifted(context, -1),
})

export const missingRecordEffect = defineEffect({
  kind: 'missing-record',
  title: 'Missing record',
  description: 'Leaves out the first record of a later page, as if a record had been removed in between.',
  reachesNext: 'never',
  ...usual,
  operations: pagesOf,
  fits: isLaterPage,
  describe: () => 'leaves out the first record of each later page',
  apply: (_, context) => respondShifted(context, 1),
})

/**
 * Removes the records of a list and keeps its envelope. The offset of a page becomes that of the request. An operation
 * that is told to have no records writes its envelope itself.
 */
function emptyList(body: Body, { values, envelope }: Outcome): Body {
  const list = parseList(body)
  if (list === undefined) return body
  if (Array.isArray(list)) return encodeText('[]')
  if (envelope === undefined) return body
  const empty = { records: [], hasMore: false, countAll: () => 0, offset: Number(values?.offset ?? 0) }
  const emptied = Object.entries(list as object).map(([name, value]) => {
    if (Array.isArray(value)) return [name, []]
    const field = envelope.fields[name]
    // The envelope reads nothing else of a page.
    return [name, field === undefined ? value : field.read(empty as never)]
  })
  return encodeText(JSON.stringify(Object.fromEntries(emptied)))
}

function namesReturning(operations: readonly Operation[], kinds: readonly ResponseShape['kind'][]): string[] {
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

function isLaterPage({ query }: Pick<ServiceRequest, 'query'>, { isLaterPage }: Operation): boolean {
  return isLaterPage?.(query) ?? readOffset(query) > 0
}

/** Responds with a page whose records are shifted by some places. The offset in the page does not change. */
function respondShifted({ request, respondTo }: EffectContext<never>, places: number): Outcome {
  const original = respondTo(request)
  const { evidence, envelope } = original
  // HEAD gets no page that could be shifted.
  if (original.response.status !== 200 || request.method === 'HEAD') return original
  // An operation that writes its envelope itself shifts its records itself.
  if (envelope === undefined) return respondTo({ ...request, hints: { ...request.hints, list: { shift: places } } })
  const offset = readOffset(request.query) + places
  const query = new URLSearchParams(request.query)
  query.set('offset', String(offset))
  const shifted = respondTo({ ...request, query: query.toString() })
  if (shifted.response.status !== 200) return original
  const [page, moved] = [original, shifted].map(({ response }) => JSON.parse(decodeBody(joinBody(response.body))))
  const records = moved[envelope.list]
  const body = encodeBody(JSON.stringify({ ...page, [envelope.list]: records }))
  const returned = records.length
  return {
    ...original,
    response: { ...original.response, body },
    ...(evidence !== undefined && { evidence: { ...evidence, returned } }),
  }
}

function readOffset(query: string): number {
  const offset = Number(parseQuery(query).get('offset')?.at(-1))
  return Number.isSafeInteger(offset) ? offset : 0
}
