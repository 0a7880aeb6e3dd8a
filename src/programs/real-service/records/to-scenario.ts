// From the records of a service to a scenario.

import { resolveAssumptions } from '../../../engine/define/assumptions/assumptions.ts'
import type { Fields } from '../../../engine/input/schemas/schema-walk.ts'
import { compareTimestamps, formatMicroseconds } from '../../../engine/input/schemas/timestamp.ts'
import { questions } from '../../../service/assumptions/questions.ts'
import { statusValuesOf } from '../../../service/assumptions/values.ts'
import { defineScenario } from '../../../service/define-scenario.ts'
import { deploymentSourcesOf, deploymentTypesOf } from '../../../service/resources/deployments/deployment.ts'
import type { AssumptionOverrides, Assumptions, Preset, Scenario, ScenarioInput } from '../../../service/types.ts'
import { groupBy } from './group-by.ts'
import type { ServiceRecords } from './records.ts'
import type { RecordedName } from './sources.ts'
import { type StoredRecords, toStored } from './stored-records.ts'

/** What a scenario has besides its records. */
export interface Naming {
  readonly name: string
  readonly description?: string
  readonly preset: Preset
  /** The assumptions in which the service was found to differ from the preset. */
  readonly assumptions?: AssumptionOverrides | undefined
  /** The current time of its world, as a timestamp. */
  readonly now: string
}

/** Plans a world with records. Fields that no response contains are generated. @throws OptionError if it cannot be */
export function toScenario(records: ServiceRecords, name: string): Scenario {
  const { preset, moved, at } = records
  const { stored } = toStored(records)
  return planRecords(stored, { name, preset, assumptions: moved, now: formatMicroseconds(BigInt(at) * 1000n) })
}

/** Plans a world with records of the database. @throws OptionError if it cannot contain them */
export function planRecords(
  stored: StoredRecords,
  { name, description = '', preset, assumptions = {}, now }: Naming,
): Scenario {
  const listOf = (resource: RecordedName) => stored.get(resource) ?? []
  const { organization_id } = listOf('providers').find((each) => each.organization_id !== undefined) ?? {}
  const { tenant_id } = listOf('deployments').find((each) => each.tenant_id !== undefined) ?? {}
  const ids = new Set(listOf('deployments').map(({ id }) => id))
  const ofDeployments = listOf('revisions').filter(({ deployment_id }) => ids.has(deployment_id))
  const revisions = groupBy(ofDeployments, ({ deployment_id }) => deployment_id)
  const usual = resolveAssumptions(questions, preset)
  const all = {
    ...assumptions,
    ...addStatuses(listNewStatuses(listOf('deployments'), usual), usual),
    ...addSources(listOf('deployments'), usual),
    ...addTypes(listOf('deployments'), preset),
  }
  const input = {
    name,
    description,
    now,
    ...(organization_id !== undefined && { organization_id }),
    ...(tenant_id !== undefined && { tenant_id }),
    providers: planGroups(listOf('providers')),
    integrations: planIntegrations(listOf('integrations'), listOf('repositories')),
    ...planOptional('listeners', listOf('listeners')),
    ...planOptional('tokens', listOf('tokens')),
    deployments: listOf('deployments').map((record) => planDeployment(record, revisions.get(record.id) ?? [])),
    ...planRevisions(ofDeployments),
    preset,
    ...(Object.keys(all).length > 0 && { assumptions: all }),
  }
  // The schemas of the database have checked the records, and this checks the whole.
  return defineScenario(input as unknown as ScenarioInput)
}

const planGroups = (records: readonly Fields[]) => records.map((record) => ({ record }))

const planOptional = (field: string, records: readonly Fields[]) =>
  records.length === 0 ? {} : { [field]: planGroups(records) }

function planIntegrations(integrations: readonly Fields[], all: readonly Fields[]) {
  const repositories = groupBy(all, ({ integration_id }) => integration_id)
  return integrations.map((record) => ({
    ...record,
    repositories: (repositories.get(record.id) ?? []).map(({ integration_id, ...repository }) => ({
      record: repository,
    })),
  }))
}

// The plan of a deployment lists its revisions, so that no others are generated.
function planDeployment(record: Fields, revisions: readonly Fields[]): Fields {
  if (revisions.length === 0) return { record }
  const planned = revisions.map(({ id, created_at }) => ({ id, created_at }))
  return { record, revisions: planned.sort((a, b) => compareTimestamps(String(a.created_at), String(b.created_at))) }
}

// A plan says when a revision was created, and its rollout is generated. These replace it by what the service returned.
function planRevisions(replaced: readonly Fields[]): Fields {
  return replaced.length === 0 ? {} : { changes: { revisions: { replaced } } }
}

/** Lists the statuses of deployments that a service with these assumptions does not have. */
export function listNewStatuses(deployments: readonly Fields[], assumptions: Assumptions): readonly string[] {
  const known = statusValuesOf(assumptions)
  const seen = new Set(deployments.map(({ status }) => status).filter((status) => typeof status === 'string'))
  return [...seen].filter((status) => !known.includes(status))
}

/** Returns the assumption that a service has further statuses. */
export function addStatuses(statuses: readonly string[], assumptions: Assumptions): AssumptionOverrides {
  return statuses.length === 0 ? {} : { statusValues: [...statusValuesOf(assumptions), ...statuses].join(',') }
}

/** Returns the assumption that a service has the sources of its deployments, if the preset does not have all of them. */
function addSources(deployments: readonly Fields[], assumptions: Assumptions): AssumptionOverrides {
  const known: readonly unknown[] = deploymentSourcesOf(assumptions)
  const hasAll = deployments.every(({ source }) => source === undefined || known.includes(source))
  return hasAll ? {} : { newerParameters: 'supported' }
}

/** Returns the assumption that a service has the types of its deployments, if the preset does not have all of them. */
function addTypes(deployments: readonly Fields[], preset: Preset): AssumptionOverrides {
  const types = deployments.map(({ deployment_type: type }) => type).filter((type) => type !== undefined)
  const hasAll = (deploymentTypes?: 'both' | 'replaced') => {
    const known: readonly unknown[] = deploymentTypesOf(
      resolveAssumptions(questions, preset, deploymentTypes === undefined ? {} : { deploymentTypes }),
    )
    return types.every((type) => known.includes(type))
  }
  const found = hasAll() ? undefined : (['both', 'replaced'] as const).find(hasAll)
  return found === undefined ? {} : { deploymentTypes: found }
}
