// What the list can be filtered by (contract section 4.4).

import { id, type ParameterFilter, type Parameters } from '../../../engine/contract/operation/value.ts'
import type { Assumptions } from '../../assumptions/assumptions.ts'
import { LISTED_STATUSES, newer, statusValuesOf } from '../../assumptions/values.ts'
import { type DeploymentRecord, deploymentTypeSchema, deploymentTypesOf } from './deployment.ts'

type FilterMatch = ParameterFilter['match']
type Index = ParameterFilter['index']

const select = <const Field extends keyof DeploymentRecord>(field: Field, match: FilterMatch, index?: Index) => ({
  field,
  match,
  index,
  emptyMatches: ({ emptyFilter }: Assumptions) => (emptyFilter === 'matchesNothing' ? 'nothing' : 'all'),
})

const idList = { kind: 'list', of: id(), isOneText: true } as const

/** The parameters that select deployments. The fields that they compare are in every summary. */
export const deploymentFilters = {
  name_contains: {
    in: 'query',
    kind: 'text',
    description: 'Selects deployments by their name.',
    // Every name contains the empty text, so name_contains= never excludes anything.
    filter: { field: 'name', match: ({ nameMatching }: Assumptions) => nameMatching, index: 'text' },
  },
  status: {
    in: 'query',
    kind: 'choice',
    choices: LISTED_STATUSES,
    choicesUnder: statusValuesOf,
    takesOthers: ({ unknownStatus }) => unknownStatus !== '422',
    description: 'Selects deployments by their status.',
    filter: select('status', 'equals', 'equality'),
  },
  remote_reconciled: {
    in: 'query',
    kind: 'boolean',
    description: 'Selects remotely reconciled deployments, or the others.',
    filter: select('remote_reconciled', 'equals', 'equality'),
  },
  tag_value_ids: {
    in: 'query',
    ...idList,
    description: 'The ids of tag values, separated by commas.',
    filter: select('tag_value_ids', ({ tagMatching }: Assumptions) => tagMatching, 'members'),
  },
  image_version: {
    in: 'query',
    kind: 'text',
    description: 'Selects deployments by their image version.',
    filter: select('image_version', ({ imageVersionMatching }: Assumptions) => imageVersionMatching, 'equality'),
  },
  deployment_type: {
    in: 'query',
    kind: 'choice',
    description: 'Selects deployments by their type.',
    choices: deploymentTypeSchema.options,
    choicesUnder: deploymentTypesOf,
    filter: select('deployment_type', 'equals', 'equality'),
  },
  deployment_ids: {
    in: 'query',
    ...idList,
    description: 'The ids of deployments, separated by commas.',
    filter: select('id', 'oneOf'),
  },
  name: {
    in: 'query',
    kind: 'text',
    addedBy: newer,
    description: 'Selects deployments by their whole name.',
    filter: select('name', 'exact'),
  },
  agent_id: {
    in: 'query',
    kind: 'text',
    addedBy: newer,
    description: 'Selects deployments by the id of their agent.',
    filter: select('agent_id', 'equals', 'equality'),
  },
  agent_environment: {
    in: 'query',
    kind: 'text',
    addedBy: newer,
    description: 'Selects deployments by the environment of their agent.',
    filter: select('agent_environment', 'equals'),
  },
} as const satisfies Parameters

type FilteredField = {
  [Name in keyof typeof deploymentFilters]: Extract<
    (typeof deploymentFilters)[Name]['filter']['field'],
    keyof DeploymentRecord
  >
}[keyof typeof deploymentFilters]

/** The fields of a deployment that lists are filtered and ordered by, and what they follow from. */
export type DeploymentSummary = Pick<
  DeploymentRecord,
  FilteredField | 'created_at' | 'updated_at' | 'source' | 'is_preview'
> & {
  readonly source_config: Pick<DeploymentRecord['source_config'], 'repo_url'>
  readonly source_revision_config: Pick<DeploymentRecord['source_revision_config'], 'graph_config_path'>
}
