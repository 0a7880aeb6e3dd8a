// Records as responses contain them: as their resource declares, and as common questions are answered.

import type { OperationContext } from '../engine/contract/operation/operation.ts'
import type { BuildView, Sight, ViewedBy } from '../engine/contract/views.ts'
import type { Fields } from '../engine/define/resource/resource.ts'
import { isRecord } from '../engine/input/schemas/schema-walk.ts'
import type { CommonAnswers } from './common-questions.ts'
import { type AnyContext, createContext, createViewContext } from './context.ts'
import type { DeclaredResource } from './resource.ts'

/** Opens the context of a request. */
export function openContext(context: OperationContext, by: ViewedBy): AnyContext {
  return createContext(context, by, (of, record) => context.show(record, viewOf(of as never), by).value)
}

/** Shows a record as its resource declares. */
export function viewOf(resource: DeclaredResource): BuildView<object> {
  const { view } = resource.options
  return (record, sight) => {
    const value = view === undefined ? record : view(record as never, openSight(resource, sight) as never)
    return isRecord(value) ? writeFields(value, sight.assumptions) : value
  }
}

function writeFields(fields: Fields, { optionalFields, unknownFields }: CommonAnswers): Fields {
  const all = unknownFields === 'extra' ? { x_generation: 3, ...fields, x_flags: ['beta'] } : fields
  if (optionalFields !== 'absent') return all
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
}

function openSight({ name }: DeclaredResource, sight: Sight): AnyContext {
  return createViewContext(name, sight, (of, record) => sight.show(record, viewOf(of as never)).value)
}
