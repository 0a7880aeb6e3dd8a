// What the operations have in common that the real service has and the contract does not.

import { defineRefusal } from '../../engine/contract/operation/failure.ts'
import type { Basis, BasisOfParts } from '../../engine/define/basis.ts'
import type { AnyResource } from '../../engine/define/resource/resource.ts'
import { cutText, MOST_ECHOED } from '../../fastapi/errors/cut-input.ts'
import { defineOperation } from '../operation.ts'

const definerOf =
  (basis: BasisOfParts): typeof defineOperation =>
  (definition) =>
    defineOperation({ ...definition, basis: { ...basis, ...definition.basis }, addedBy: { operations: ['upstream'] } })

// What the real service has and the contract does not (assumption `operations`): in its document, on later pages of its
// documentation, only with a method and a path on such a page, and only in clients.
export const defineUpstreamOperation = definerOf({ of: 'documented: OpenAPI' })
export const defineLaterOperation = definerOf({ of: 'documented: page' })
export const defineBareOperation = definerOf({ of: 'guessed', except: { 'documented: page': ['path'] } })
export const defineSeenOperation = definerOf({ of: 'seen: client' })

/** Defines the refusal of an id that no record has, in the words of the real service. */
export function defineUnknown(what: string, basis: Basis = 'guessed') {
  return defineRefusal({
    // An operation that is not in the same document is assumed to have it.
    basis: (operation) => (operation === basis ? basis : 'guessed'),
    name: `unknown ${what.toLowerCase()}`,
    status: 404,
    text: (id: string) => `${what} ID ${cutText(id, MOST_ECHOED)} not found.`,
  })
}

export function idInPath<const Kind extends 'uuid' | 'text' = 'uuid'>(
  resource: AnyResource,
  kind: Kind = 'uuid' as Kind,
) {
  return { in: 'path', kind, description: `The id of the ${resource.singular}.`, resource } as const
}
