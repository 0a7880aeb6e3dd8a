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

/** Records that are alike. */
export interface RecordGroup<Part> {
  /** How many. Default: 1. */
  readonly count?: number
  /** The fields that are settled; the others are made up. */
  readonly record?: Part
}

export interface DeploymentGroup extends RecordGroup<PartialDeploymentRecord> {
  /** The name of a hand-written deployment to begin with; `record` goes over it. */
  readonly fixture?: string
}

export interface IntegrationPlan {
  readonly id?: string
  readonly kind: IntegrationKind
  readonly name: string
  readonly repositories: number | readonly RecordGroup<Partial<Omit<RepositoryRecord, 'integration_id'>>>[]
}

/** What happened in a world since it began. */
export interface WorldChanges {
  readonly providers?: Partial<TableChanges<OAuthProviderRecord>>
  readonly integrations?: Partial<TableChanges<IntegrationRecord>>
  readonly repositories?: Partial<TableChanges<RepositoryRecord>>
  readonly deployments?: Partial<TableChanges<DeploymentRecord>>
  /** How many records of each kind were made up; the next one follows them. */
  readonly created?: { readonly [Kind in 'providers' | 'integrations' | 'repositories' | 'deployments']?: number }
  /** Microseconds. */
  readonly elapsed?: JsonMicroseconds
  /** Which deployments get another status, and when: microseconds after the world began. */
  readonly transitions?: readonly Transition[]
}

/** A deployment that gets another status, unless somebody else gives it one before. */
export interface Transition {
  readonly id: string
  readonly from: string
  readonly to: string
  /** Microseconds after the world began. */
  readonly due: JsonMicroseconds
}

/** What is in a world, and when it plays. */
export interface WorldPlan {
  /** What all made-up data is drawn from. */
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
  /** How many, or groups of them: the first is the youngest. */
  readonly deployments: number | readonly DeploymentGroup[]
  readonly changes?: WorldChanges
}

// What tells the ids of repositories apart has room for this many.
const MOST_INTEGRATIONS = 4096

// More than this in one group is a slip of the finger; it would take minutes and gigabytes.
const MOST_IN_A_GROUP = 1_000_000

const countSchema = z.int().min(0).max(MOST_IN_A_GROUP)
const createdSchema = z.int().min(0).optional()

// A number of JSON holds 285 years of them; more are written as text.
const microsecondsSchema = z.union([z.int(), z.string().regex(/^-?\d{1,18}$/, 'It must be a whole number')])

const deploymentPartSchema = partOf(storedDeploymentSchema, ['source_config', 'source_revision_config'])

/** Records that are alike: how many, and what is settled about each; the rest is made up. */
function groupsOf(part: z.ZodType, more: Readonly<Record<string, z.ZodType>> = {}) {
  const group = z.strictObject({
    count: countSchema.optional().describe('How many. Default: 1.'),
    ...more,
    record: part.optional().describe('The fields that are settled; the others are made up.'),
  })
  return z.union([countSchema, z.array(group)])
}

function changesOf(schema: z.ZodObject) {
  return z
    .strictObject({
      removed: z
        .array(z.string())
        .default([])
        .describe('The ids of records that the world began with and that are gone.'),
      replaced: z.array(schema).default([]).describe('Records in the places of those with the same ids.'),
      added: z.array(schema).default([]).describe('Records that came later, in that order.'),
    })
    .optional()
}

/** The schema of what happened in a world. */
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
    .describe('How many records of each kind were made up since the world began; the next one follows them.'),
  elapsed: microsecondsSchema.optional().describe('The microseconds since the world began.'),
  transitions: z
    .array(z.strictObject({ id: uuidSchema, from: z.string(), to: z.string(), due: microsecondsSchema }))
    .optional()
    .describe('Deployments that get another status, and when: microseconds after the world began.'),
})

/** What a plan says where it says nothing. */
export const PLAN_DEFAULTS = { seed: 1, now: '2026-03-02T09:00:00Z', providers: 0, integrations: [] } as const

/** The schema of a world's plan. */
export const worldPlanSchema = z.strictObject({
  seed: z.int().default(PLAN_DEFAULTS.seed).describe('What all made-up data is drawn from.'),
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
    fixture: z.enum(Object.keys(deploymentFixtures)).optional().describe('A hand-written deployment to begin with.'),
  }).describe('Deployments: how many, or groups of them.'),
  changes: worldChangesSchema.optional().describe('What happened since the world began.'),
})
