// The texts of secrets.

import type { FactoryContext } from '../../../engine/world/factory/context.ts'

/** Draws the text of a secret. It cannot be mistaken for a real one. */
export function drawSecret(context: FactoryContext, kind: string, index: number, field: string): string {
  const text = context.fake(context.open(kind, index, field)).string.alphanumeric({ length: 32 })
  return `mock-${field.replaceAll('_', '-')}-${text}`
}
