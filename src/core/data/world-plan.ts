import { z } from 'zod'
import { deploymentFixtures } from '../../../fixtures/named-deployments.ts'
import type { PartialDeploymentRecord } from '../records/deployment.ts'
import { type DeploymentRecord, storedDeploymentSchema } from '../records/deployment.ts'
import {
  INTEGRATION_KINDS,
  type IntegrationKind,
  type IntegrationRecord,
  integrationSchema,
} from '../records/integration.ts'
import {
  type OAuthProviderRecord,
  type OAuthProviderRecordInput,
  oauthProviderSchema,
} from '../records/oauth-provider.ts'
import { partOf } from '../records/partial.ts'
import { type RepositoryRecord, repositorySchema } from '../records/repository.ts'
import { type JsonMicroseconds, timestampSchema } from '../records/timestamp.ts'
import { anyIdSchema, uuidSchema } from '../records/uuid.ts'
import type { TableChanges } from './table.ts'

/** A group of similar records. */
export interface RecordGroup<Part> {
  /** How many records. Default: 1. */
  readonly count?: number
  /** The fields that are set. The others are generated. */
  readonly record?: Part
}

export interface DeploymentGroup extends RecordGroup<PartialDeploymentRecord> {
  /** The name of a fixture to start with. `record` overrides its fields. */
  readonly fixture?: string
}

export interface IntegrationPlan {
  readonly id?: string
  readonly kind: IntegrationKind
  readonly name: string
  readonly repositories: number | readonly RecordGroup<Partial<Omit<RepositoryRecord, 'integration_id'>>>[]
}

/** The changes since the start of a world. */
export interface WorldChanges {
  readonly providers?: Partial<TableChanges<OAuthProviderRecord>>
  readonly integrations?: Partial<TableChanges<IntegrationRecord>>
  readonly repositories?: Partial<TableChanges<RepositoryRecord>>
  readonly deployments?: Partial<TableChanges<DeploymentRecord>>
  /** How many records of each kind were created. The number of the next record follows from it. */
  readonly created?: { readonly [Kind in 'providers' | 'integrations' | 'repositories' | 'deployments']?: number }
  /** The microseconds since the start of the world. */
  readonly elapsed?: JsonMicroseconds
  /** The pending status changes of deployments. */
  readonly transitions?: readonly Transition[]
}

/** A pending status change of a deployment. It is void if the status is changed before. */
export interface Transition {
  readonly id: string
  readonly from: string
  readonly to: string
  /** Microseconds after the start of the world. */
  readonly due: JsonMicroseconds
}

/** The data of a world, and its time. */
export interface WorldPlan {
  /** The seed that all generated data is drawn from. */
  readonly seed: number
  /** The present of the world, as a timestamp. */
  readonly now: string
  /** The organization of the OAuth providers. */
  readonly organization_id?: string
  /** The workspace of the deployments. */
  readonly tenant_id?: string
  /** How many, or groups of them. */
  readonly providers: number | readonly RecordGroup<Partial<OAuthProviderRecordInput>>[]
  readonly integrations: readonly IntegrationPlan[]
  /** How many, or groups of them. The first deployment is the newest. */
  readonly deployments: number | readonly DeploymentGroup[]
  readonly changes?: WorldChanges
}

// The ids of repositories have room for this many integrations.
const MOST_INTEGRATIONS = 4096

// A larger number is probably a typing error. It would take minutes and gigabytes.
const MOST_IN_A_GROUP = 1_000_000

const countSchema = z.int().min(0).max(MOST_IN_A_GROUP)
const createdSchema = z.int().min(0).optional()

// A safe integer holds 285 years of microseconds. Larger values are written as text.
const microsecondsSchema = z.union([z.int(), z.string().regex(/^-?\d{1,18}$/, 'It must be a whole number')])

const deploymentPartSchema = partOf(storedDeploymentSchema, ['source_config', 'source_revision_config'])

/** The schema of a number of records, or of groups of them. */
function groupsOf(part: z.ZodType, more: Readonly<Record<string, z.ZodType>> = {}) {
  const group = z.strictObject({
    count: countSchema.optional().describe('How many records. Default: 1.'),
    ...more,
    record: part.optional().describe('The fields that are set. The others are generated.'),
  })
  return z.union([countSchema, z.array(group)])
}

function changesOf(schema: z.ZodObject) {
  return z
    .strictObject({
      removed: z.array(z.string()).default([]).describe('The ids of initial records that were removed.'),
      replaced: z.array(schema).default([]).describe('Records that replace the initial ones with the same ids.'),
      added: z.array(schema).default([]).describe('Records that were added, in their order.'),
    })
    .optional()
}

/** The schema of the changes since the start of a world. */
export const worldChangesSchema = z.strictObject({
  providers: changesOf(oauthProviderSchema),
  integrations: changesOf(integrationSchema),
  repositories: changesOf(repositorySchema),
  deployments: changesOf(storedDeploymentSchema),
  created: z
    .strictObject({
      providers: createdSchema,
      integrations: createdSchema,
      repositories: createdSchema,
      deployments: createdSchema,
    })
    .optional()
    .describe('How many records of each kind were created since the start of the world.'),
  elapsed: microsecondsSchema.optional().describe('The microseconds since the start of the world.'),
  transitions: z
    .array(z.strictObject({ id: uuidSchema, from: z.string(), to: z.string(), due: microsecondsSchema }))
    .optional()
    .describe('Pending status changes of deployments. `due` is in microseconds after the start of the world.'),
})

/** The defaults of a plan. */
export const PLAN_DEFAULTS = { seed: 1, now: '2026-03-02T09:00:00Z', providers: 0, integrations: [] } as const

/** The schema of a world's plan. */
export const worldPlanSchema = z.strictObject({
  seed: z.int().default(PLAN_DEFAULTS.seed).describe('The seed that all generated data is drawn from.'),
  now: timestampSchema.default(PLAN_DEFAULTS.now).describe('The present of the world.'),
  organization_id: z.string().min(1).optional().describe('The organization of the OAuth providers.'),
  tenant_id: uuidSchema.optional().describe('The workspace of the deployments.'),
  providers: groupsOf(partOf(oauthProviderSchema))
    .default(PLAN_DEFAULTS.providers)
    .describe('OAuth providers: how many, or groups of them.'),
  integrations: z
    .array(
      z.strictObject({
        id: anyIdSchema.optional(),
        kind: z.enum(INTEGRATION_KINDS),
        name: z.string().min(1),
        repositories: groupsOf(partOf(repositorySchema.omit({ integration_id: true }))),
      }),
    )
    .max(MOST_INTEGRATIONS)
    .default(() => [...PLAN_DEFAULTS.integrations])
    .describe('Integrations with their repositories.'),
  deployments: groupsOf(deploymentPartSchema, {
    fixture: z.enum(Object.keys(deploymentFixtures)).optional().describe('The name of a fixture to start with.'),
  }).describe('Deployments: how many, or groups of them.'),
  changes: worldChangesSchema.optional().describe('The changes since the start of the world.'),
})
