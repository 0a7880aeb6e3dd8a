// The resource: integrations.

import * as z from 'zod'
import { defineResource } from '../../../engine/define/resource/resource.ts'
import { partOf } from '../../../engine/input/schemas/partial.ts'
import { anyIdSchema } from '../../../engine/input/schemas/uuid.ts'
import { type Groups, groupsOf } from '../../../engine/world/start/planned-groups.ts'
import { type RepositoryRecord, repositorySchema } from '../repositories/repository.ts'
import { buildCreatedIntegration, buildIntegration } from './build-integration.ts'
import { INTEGRATION_KINDS, type IntegrationKind, integrationSchema } from './integration.ts'
import { integrationWire, toIntegrationFields } from './wire.ts'

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
  plan: {
    field: 'integrations',
    schema: plansSchema,
    fallback: [] as readonly IntegrationPlan[],
    count: (plans: readonly IntegrationPlan[]) => plans.length,
  },
  wire: { typeName: 'Integration', schemaOf: () => integrationWire },
  toWire: toIntegrationFields,
  seed: (plans, { context }) => ({
    count: plans.length,
    firsts: [],
    pathAt: (index) => [index],
    build: (index) => buildIntegration(context, index, plans[index] as IntegrationPlan),
  }),
  create: ({ context, index, fields }) => ({ ...buildCreatedIntegration(context, index), ...fields }),
})
