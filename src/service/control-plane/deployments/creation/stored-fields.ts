// Bodies as the fields of deployments and revisions in the database.

import type { BodyOf } from '../../../../engine/define/operation/body-value.ts'
import type { DeploymentRecord } from '../../../resources/deployments/deployment.ts'
import type { SourceConfigBody, sourceRevisionConfigRequest } from '../bodies/deployments.ts'

type RevisionConfig = BodyOf<typeof sourceRevisionConfigRequest>
type StoredSpec = NonNullable<DeploymentRecord['source_config']['resource_spec']>

const ROUNDED = ['cpu', 'cpu_limit', 'queue_cpu', 'queue_cpu_limit', 'redis_cpu', 'redis_cpu_limit'] as const

/** Returns the configuration of a deployment. The database has its type and its template elsewhere. */
export function toSourceConfig({
  deployment_type: _type,
  template_id: _template,
  resource_spec,
  ...config
}: SourceConfigBody): DeploymentRecord['source_config'] {
  return { ...config, resource_spec: resource_spec === null ? null : roundCpu(resource_spec) }
}

/** Returns the configuration of a revision. The database has the contract's name for one of its fields. */
export function toRevisionConfig({
  langgraph_config_path,
  ...config
}: RevisionConfig): Omit<DeploymentRecord['source_revision_config'], 'repo_commit_sha'> {
  return { ...config, graph_config_path: langgraph_config_path }
}

/** Returns the fields of an object that are not null. */
export function omitNulls<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Partial<Fields>
}

// The service documents that it keeps one decimal.
function roundCpu(spec: StoredSpec): StoredSpec {
  const rounded = ROUNDED.flatMap((name) => {
    const value = spec[name]
    return typeof value === 'number' ? [[name, Math.round(value * 10) / 10] as const] : []
  })
  return { ...spec, ...Object.fromEntries(rounded) }
}
