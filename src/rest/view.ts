// Records as responses contain them: as their resource declares, and as common questions are answered.

import type { OperationContext } from '../engine/contract/operation/operation.ts'
import type { BuildView, Sight, View, ViewedBy } from '../engine/contract/views.ts'
import { NoRoomError, ProblemError } from '../engine/input/options/option-error.ts'
import { type Fields, isRecord } from '../engine/input/schemas/schema-walk.ts'
import { isPromise } from '../engine/input/text/describe-value.ts'
import { MEGABYTE } from '../engine/limits/byte-budget.ts'
import type { CommonAnswers } from './common-questions.ts'
import { type AnyContext, createContext, createViewContext } from './context.ts'
import type { DeclaredResource } from './resource.ts'

/** Opens the context of a request. @param request it can write until it is over */
export function openContext(context: OperationContext, by: ViewedBy, request = { isOver: false }): AnyContext {
  return createContext(context, by, {
    view: (of, record) => context.show(record, viewOf(of as never), by).value,
    assertOpen() {
      if (!request.isOver) return
      const [attempt, received] = ['change a record', 'the request is over']
      throw new ProblemError({ attempt, received, advice: 'Change it before returning.' })
    },
  })
}

// Values take several times as much memory as their JSON, and those of a page are there at the same time.
const MOST_MEGABYTES = 32

interface PageOfRecords {
  readonly of: DeclaredResource
  readonly records: readonly unknown[]
  readonly by: ViewedBy
}

/** Shows the records of a page. @throws NoRoomError if they are too large */
export function showPage(context: OperationContext, { of, records, by }: PageOfRecords): readonly View[] {
  let bytes = 0
  return records.map((record) => {
    const shown = context.show(record as object, viewOf(of), by)
    bytes += shown.json.length
    if (bytes <= MOST_MEGABYTES * MEGABYTE) return shown
    throw new NoRoomError({
      attempt: `show a page of ${of.name}`,
      received: `its records take more than ${MOST_MEGABYTES} MB`,
      advice: 'Ask for a smaller page, or let the view show less of each record.',
    })
  })
}

/** Shows a record as its resource declares. */
export function viewOf(resource: DeclaredResource): BuildView<object> {
  const { view } = resource.options
  return (record, sight) => {
    const value =
      view === undefined
        ? record
        : runView(resource.name, () => view(record as never, openSight(resource, sight) as never))
    if (isPromise(value) || value === undefined)
      throw new ProblemError({
        attempt: `view ${resource.name}`,
        received: `it returned ${value === undefined ? 'nothing' : 'a promise'}`,
        advice: 'Views return their result at once.',
      })
    return isRecord(value) ? writeFields(value, sight.assumptions) : value
  }
}

/** @throws Error that names the resource, with what the view threw as its cause */
function runView(name: string, view: () => unknown): unknown {
  try {
    return view()
  } catch (cause) {
    if (!(cause instanceof Error) || cause instanceof ProblemError) throw cause
    throw new ProblemError({ attempt: `view ${name}`, received: cause.message }, { cause })
  }
}

function writeFields(fields: Fields, { optionalFields, unknownFields }: CommonAnswers): Fields {
  const all = unknownFields === 'extra' ? { x_generation: 3, ...fields, x_flags: ['beta'] } : fields
  return optionalFields === 'absent' ? (dropNull(all) as Fields) : all
}

/** Drops fields that are null, at any depth. An item of a list is no field. */
function dropNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropNull)
  if (!isRecord(value) || typeof value.toJSON === 'function') return value
  const entries = Object.entries(value).filter(([, field]) => field !== null)
  return Object.fromEntries(entries.map(([name, field]) => [name, dropNull(field)]))
}

function openSight({ name }: DeclaredResource, sight: Sight): AnyContext {
  return createViewContext(name, sight, (of, record) => sight.show(record, viewOf(of as never)).value)
}
