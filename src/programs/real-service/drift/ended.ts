// What was odd when a service was learned, and is not any more.

import { templateOf } from '../../../engine/contract/operation/operation.ts'
import { resolveAssumptions } from '../../../engine/define/assumptions/assumptions.ts'
import { questions } from '../../../service/assumptions/questions.ts'
import { operations } from '../../../service/operations.ts'
import { UNREAD } from '../forms/differences.ts'
import { countValues, type Form } from '../forms/form.ts'
import type { Forms } from '../forms/watch.ts'
import { type Aspects, isOfErrors, isOfForm } from '../learn/aspects/aspects.ts'
import { describeOperation, describeRequest } from '../learn/describe.ts'
import { type Deviation, isRandom, type OddResponse, type ShownDeviation } from '../learn/differences.ts'
import { listVariants } from '../records/sources.ts'

// Which of these a response has depends on its records, and their questions tell the others.
const OF_DATA = /^(?:members|order|offset|times|secrets|field|value|words)\b/
// By chance, fewer records do not show what some of them have.
const LEAST = 8

interface Comparison {
  readonly answered: readonly OddResponse[]
  readonly forms: Forms
}

/**
 * Lists the accepted deviations that today's responses would show, and do not.
 *
 * @param odd all that deviates today
 */
export function listEnded(
  accepted: readonly Deviation[],
  odd: readonly Deviation[],
  { answered, forms }: Comparison,
): readonly ShownDeviation[] {
  const placeOf = ({ operation, aspect }: Deviation) => `${operation}: ${aspect}`
  const places = new Set(odd.map(placeOf))
  const variants = listVariants(resolveAssumptions(questions))
  const findForm = (request: string): Form | undefined => {
    const operation = operations.find((each) =>
      variants.some((values) => `GET ${templateOf(each, values)}` === request),
    )
    return operation && forms.get(operation.name)
  }
  return accepted.flatMap((each) => {
    if (places.has(placeOf(each)) || (OF_DATA.test(each.aspect) && !isRandom(each))) return []
    const showing = answered.filter((response) => shows(each, response))
    if (showing.length <= (isRandom(each) ? 1 : 0) && !isShownByForm(each.aspect, findForm(each.operation))) return []
    const requests = [...new Set(showing.map(({ request }) => describeRequest(request)))]
    const ids = [...new Set(showing.flatMap(({ ids: about = [] }) => about))]
    return [{ ...each, requests, received: '', expected: '', ids }]
  })
}

/** Whether a response has what a deviation is about, as it should be. */
function shows({ operation, aspect }: Deviation, { request, received }: OddResponse): boolean {
  return describeOperation(request, !isOfForm(aspect)) === operation && hasPlace(aspect, received)
}

function hasPlace(aspect: string, { body, members, count, order }: Aspects): boolean {
  if (aspect === 'order') return order !== undefined
  if (isOfErrors(aspect)) return body === 'error'
  if (aspect === 'empty list') return members === ''
  if (aspect === 'count') return Number(count) >= LEAST
  return body === 'list' || !/^(?:envelope|page|cursor)/.test(aspect)
}

function isShownByForm(aspect: string, form: Form | undefined): boolean {
  return form !== undefined && (aspect === UNREAD || countAt(form, aspect) >= LEAST)
}

/** Counts the values at a place, or of what a missing field would belong to. */
function countAt(form: Form, aspect: string): number {
  const [name = '', ...rest] = aspect
    .replaceAll('[]', '.[]')
    .split('.')
    .filter((each) => each !== '')
  const next = name === '[]' ? form.items : form.fields.get(name)
  if (next === undefined) return rest.length === 0 ? countValues(form) : 0
  return rest.length === 0 ? countValues(next) : countAt(next, rest.join('.'))
}
