// What the operations have in common that the real service has and the contract does not.

import { defineRefusal } from '../../engine/contract/operation/failure.ts'
import type { AnyResource } from '../../engine/define/resource/resource.ts'
import { cutText, MOST_ECHOED } from '../../fastapi/errors/cut-input.ts'
import { defineOperation } from '../operation.ts'

/** Defines an operation that the real service has and the contract does not (assumption `operations`). */
export const defineUpstreamOperation: typeof defineOperation = (definition) =>
  defineOperation({ ...definition, addedBy: { operations: ['upstream'] } })

/** Defines the refusal of an id that no record has, in the words of the real service. */
export function defineUnknown(what: string) {
  return defineRefusal({
    name: `unknown ${what.toLowerCase()}`,
    status: 404,
    text: (id: string) => `${what} ID ${cutText(id, MOST_ECHOED)} not found.`,
  })
}

export function idInPath<const Kind extends 'uuid' | 'text' = 'uuid'>(of: AnyResource, kind: Kind = 'uuid' as Kind) {
  return { in: 'path', kind, description: `The id of the ${of.singular}.`, of } as const
}
