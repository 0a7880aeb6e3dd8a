// What the OpenAPI documents of the simulator have in common, and those of the service lack.

import type { Json } from './json.ts'

/** Whom to ask about a document, and its license. */
export const ORIGIN = {
  contact: { name: 'The documentation of deploymock: npx deploymock docs' },
  license: { name: 'MIT', identifier: 'MIT' },
} as const

/** Describes the tags of operations, each once. */
export function describeTags(tags: readonly string[]): Json[] {
  return Array.from(new Set(tags), (name) => ({ name, description: `The operations of \`${name}\`.` }))
}
