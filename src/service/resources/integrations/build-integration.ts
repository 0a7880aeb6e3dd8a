// Integrations.

import type { FactoryContext } from '../../../engine/world/factory/context.ts'
import type { IntegrationKind, IntegrationRecord } from './integration.ts'

/** Builds the integration with a number. */
export function buildIntegration(
  context: FactoryContext,
  index: number,
  fields: { readonly id?: string; readonly kind: IntegrationKind; readonly name: string },
): IntegrationRecord {
  return { id: fields.id ?? context.open('integration', index, 'id').uuid(), kind: fields.kind, name: fields.name }
}

/** Builds the `index`-th integration that is created after the start of a world. */
export function buildCreatedIntegration(context: FactoryContext, index: number): IntegrationRecord {
  const open = (field: string) => context.open('created-integration', index, field)
  const { company, helpers } = context.fake(open('name'))
  return {
    id: open('id').uuid(),
    kind: 'standard',
    name: helpers.slugify(company.name()).replace(/-+/g, '-').toLowerCase(),
  }
}
