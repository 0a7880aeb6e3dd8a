// The resource: integrations.

import * as z from 'zod'
import { partOf } from '../../engine/input/schemas/optional.ts'
import type { Frozen } from '../../engine/input/schemas/schema-walk.ts'
import { anyIdSchema } from '../../engine/input/schemas/uuid.ts'
import { hashText } from '../../engine/store/random.ts'
import { type Groups, groupsOf } from '../../engine/world/start/planned-groups.ts'
import { defineResource, type FactoryContext } from './building.ts'
import { type RepositoryRecord, repositorySchema } from './repositories/repository.ts'
import type { KindsOf } from './text-kinds.ts'

/** The two kinds of integration whose repositories can be listed (contract sections 4.2 and 4.3). */
export const INTEGRATION_KINDS = ['standard', 'alternate'] as const

/**
 * An integration with a code host. No operation of the contract returns one: `integration_id` refers
 * to it, and repositories belong to it.
 */
export const integrationSchema = z.strictObject({
  id: anyIdSchema.describe('The id of the integration.'),
  kind: z.enum(INTEGRATION_KINDS).describe('Which kind of installation it is.'),
  name: z.string().describe('The account that it belongs to.'),
})

export type IntegrationKind = (typeof INTEGRATION_KINDS)[number]
export type IntegrationRecord = Frozen<z.output<typeof integrationSchema>>

/** What the texts of its fields are. */
export const integrationKinds: KindsOf<IntegrationRecord> = {
  id: 'id',
  kind: { words: INTEGRATION_KINDS },
  name: 'owner',
}

const FIRST = 10_000_000
const COUNT = 80_000_000

/** Returns the number of an installation at the code host. It follows from the id, so it is not stored. */
export function findInstallationId(id: string): number {
  return FIRST + (hashText(`installation/${id}`) % COUNT)
}

/** An integration in a response. The contract has no operation for integrations, so this is the real service's form. */
export const integrationWire = z.strictObject({
  id: z.string().describe('The id of the integration.'),
  installation_id: z.int().describe('The id of its installation at the host of the repositories.'),
  name: z.string().describe('The account that it belongs to.'),
})

/** An integration in a response. */
export type Integration = z.output<typeof integrationWire>

// The ids of repositories have room for this many integrations.
const MOST_INTEGRATIONS = 4096

type PartialRepository = Partial<Omit<RepositoryRecord, 'integration_id'>>

/** An initial integration, with its repositories. */
export interface IntegrationPlan {
  readonly id?: string
  readonly kind: IntegrationKind
  readonly name: string
  readonly repositories: Groups<PartialRepository>
}

// The schema of partial repositories has no type.
const plansSchema: z.ZodType<readonly IntegrationPlan[]> = z
  .array(
    z.strictObject({
      id: anyIdSchema.optional(),
      kind: z.enum(INTEGRATION_KINDS),
      name: z.string().min(1),
      repositories: groupsOf(partOf(repositorySchema.omit({ integration_id: true }))),
    }),
  )
  .max(MOST_INTEGRATIONS)
  .describe('Integrations with their repositories.') as never

/** The integrations with code hosts. No operation of the contract returns one. */
export const integrations = defineResource({
  name: 'integrations',
  singular: 'integration',
  description: 'The integrations with code hosts, which contain repositories.',
  typeName: 'IntegrationRecord',
  schema: integrationSchema,
  lookups: [['kind']],
  plan: {
    field: 'integrations',
    schema: plansSchema,
    fallback: [] as readonly IntegrationPlan[],
    count: (plans: readonly IntegrationPlan[]) => plans.length,
  },
  wire: { typeName: 'Integration', basis: { of: 'documented: OpenAPI' }, schemaOf: () => integrationWire },
  toWire: ({ id, name }): Integration => ({ id, installation_id: findInstallationId(id), name }),
  seed: (plans, { context }) => ({
    count: plans.length,
    firsts: [],
    pathAt: (index) => [index],
    build: (index) => buildIntegration(context, index, plans[index] as IntegrationPlan),
  }),
  create: ({ context, index, fields }) => ({ ...buildCreatedIntegration(context, index), ...fields }),
})

export function buildIntegration(context: FactoryContext, index: number, plan: IntegrationPlan): IntegrationRecord {
  return { id: plan.id ?? context.open('integration', index, 'id').uuid(), kind: plan.kind, name: plan.name }
}

/** Builds the `index`-th integration that is created after the start of a world. */
function buildCreatedIntegration(context: FactoryContext, index: number): IntegrationRecord {
  const open = (field: string) => context.open('created-integration', index, field)
  const { company, helpers } = context.fake(open('name'))
  return {
    id: open('id').uuid(),
    kind: 'standard',
    name: helpers.slugify(company.name()).replace(/-+/g, '-').toLowerCase(),
  }
}
