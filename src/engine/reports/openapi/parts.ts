// What the OpenAPI documents of the service and of the simulator have in common.

import type { Operation } from '../../contract/operation/operation.ts'
import { hasPlaceholder } from '../../http/route-table.ts'

/** Whom to ask about a document of the package, and its license. */
export const ORIGIN = {
  contact: { name: 'The documentation of deploymock: npx deploymock docs' },
  license: { name: 'MIT', identifier: 'MIT' },
} as const

export function describeTags(tags: readonly string[]): Json[] {
  return Array.from(new Set(tags), (name) => ({ name, description: `The operations of \`${name}\`.` }))
}

export type Json = Readonly<Record<string, unknown>>

/** Returns the tag of an operation: the first name in its path. */
export function findTag({ isDocumentation }: Operation, template: string): string {
  if (isDocumentation === true) return 'documentation'
  const names = template.split('/').filter((name) => name !== '' && !hasPlaceholder(name))
  return names.find((name) => !/^v\d+$/.test(name)) ?? 'service'
}
