// Which operations the records of each resource are read with.

import { listEntries, namedValues, resolveAssumptions } from '../../../engine/define/assumptions/assumptions.ts'
import type { Resource } from '../../../engine/define/resource/resource.ts'
import { PRESETS } from '../../../service/assumptions/presets.ts'
import { questions } from '../../../service/assumptions/questions.ts'
import { deployments } from '../../../service/resources/deployments/deployments.ts'
import { revisions } from '../../../service/resources/deployments/revisions.ts'
import { integrations } from '../../../service/resources/integrations.ts'
import { listeners } from '../../../service/resources/listeners.ts'
import { providers } from '../../../service/resources/providers.ts'
import { repositories } from '../../../service/resources/repositories/repositories.ts'
import { tokens } from '../../../service/resources/tokens.ts'
import type { AssumptionOverrides, Assumptions, OperationName } from '../../../service/types.ts'
import type { JsonObject } from './ask.ts'

/**
 * The resources that are read, in the order in which they are read: those last that take a request for each record of
 * another one. Events of tokens are not read, because they follow from the tokens, and connections are not, because no
 * list says which agents there are.
 */
export const RECORDED = [
  'providers',
  'deployments',
  'integrations',
  'listeners',
  'tokens',
  'repositories',
  'revisions',
] as const

/** The name of a resource that is read. */
export type RecordedName = (typeof RECORDED)[number]

/** The resources that are read, by name. */
export const recorded = {
  providers,
  deployments,
  integrations,
  listeners,
  tokens,
  repositories,
  revisions,
} as const satisfies Record<RecordedName, Pick<Resource, 'name' | 'schema' | 'wire'>>

/** The resource whose records each of these belongs to. It is read, too. */
export const parents: Readonly<Partial<Record<RecordedName, RecordedName>>> = {
  repositories: 'integrations',
  revisions: 'deployments',
}

/** A list of all records of a resource. */
export interface ListSource {
  readonly operation: OperationName
  /** The stored fields that all records of the list have, although they do not contain them. */
  readonly told?: JsonObject
}

/** The lists of the resources that belong to no other. */
export const lists: Readonly<Partial<Record<RecordedName, readonly ListSource[]>>> = {
  providers: [{ operation: 'listOAuthProviders' }],
  deployments: [{ operation: 'listDeployments' }],
  integrations: [
    { operation: 'listGithubIntegrations', told: { kind: 'standard' } },
    { operation: 'listForgeGithubIntegrations', told: { kind: 'alternate' } },
  ],
  listeners: [{ operation: 'listListeners' }],
  tokens: [{ operation: 'listOAuthTokens' }],
}

/** The operation that lists the repositories of an integration, by its kind. */
export const repositoryLists = { standard: 'listRepositories', alternate: 'listAlternateRepositories' } as const

/** The resource whose records each operation lists. */
export const LISTS: ReadonlyMap<OperationName, RecordedName> = new Map<OperationName, RecordedName>([
  ...Object.entries(lists).flatMap(([name, sources]) =>
    sources.map(({ operation }) => [operation, name as RecordedName] as const),
  ),
  ...Object.values(repositoryLists).map((operation) => [operation, 'repositories'] as const),
  ['listRevisions', 'revisions'],
])

/** An operation that returns one record. */
export interface SingleSource {
  readonly operation: OperationName
  /** The field of the record that is the value of each placeholder in the path. */
  readonly path: Readonly<Record<string, string>>
}

/** The operations that return one record. */
export const singles: Readonly<Partial<Record<RecordedName, SingleSource>>> = {
  providers: { operation: 'getOAuthProvider', path: { provider_id: 'provider_id' } },
  deployments: { operation: 'getDeployment', path: { deployment_id: 'id' } },
  listeners: { operation: 'getListener', path: { listener_id: 'id' } },
  revisions: { operation: 'getRevision', path: { deployment_id: 'deployment_id', revision_id: 'id' } },
}

/** The operations whose records are read. Other ones of the same resources have records of their own. */
export const READ_OPERATIONS: ReadonlySet<string> = new Set([
  ...LISTS.keys(),
  ...Object.values(singles).map(({ operation }) => operation),
])

/** Lists these assumptions, those of all presets, and those in which one value differs from these. */
export function listVariants(assumptions: Assumptions): readonly Assumptions[] {
  const others = listEntries(questions).flatMap(([id, entry]) =>
    namedValues(entry).map((value): AssumptionOverrides => ({ ...assumptions, [id]: value })),
  )
  return [
    assumptions,
    ...PRESETS.map((each) => resolveAssumptions(questions, each)),
    ...others.map((each) => resolveAssumptions(questions, undefined, each)),
  ]
}
