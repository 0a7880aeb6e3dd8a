import { type DeploymentRecord, deploymentSchema } from '../records/deployment.ts'
import type { Frozen } from '../records/freeze.ts'
import { type OAuthProviderRecord, oauthProviderSchema } from '../records/oauth-provider.ts'
import type { RepositoryRecord } from '../records/repository.ts'
import { dropNulls } from '../records/schema-walk.ts'
import { splitTimestamp } from '../records/timestamp.ts'
import { type Assumptions, repositoryFieldsOf } from './register/assumptions.ts'
import type { AssumptionId } from './register/register.ts'
import type { TrackedAssumptions } from './register/tracked-assumptions.ts'

/** Writes records as the service does: each method gives the JSON of one record. */
export interface Renderer {
  provider(record: Frozen<OAuthProviderRecord>): string
  repository(record: Frozen<RepositoryRecord>): string
  deployment(record: Frozen<DeploymentRecord>): string
}

type Fields = Readonly<Record<string, unknown>>

const MASK = '********'

/** Creates a renderer; a record's JSON is built once and kept for as long as the record is. */
export function createRenderer({ assumptions, track, note }: TrackedAssumptions): Renderer {
  const complete = (fields: Fields): Fields =>
    assumptions.unknownFields === 'extra' ? addUnknownFields(fields) : fields
  const keepJson = <Item extends object>(toFields: (record: Item) => Fields): ((record: Item) => string) => {
    const kept = new WeakMap<Item, string>()
    const read = new Set<AssumptionId>()
    return (record) => {
      note(read)
      const known = kept.get(record)
      if (known !== undefined) return known
      const tracked = track(() => JSON.stringify(complete(toFields(record))))
      for (const id of tracked.read) read.add(id)
      kept.set(record, tracked.result)
      return tracked.result
    }
  }
  return {
    provider: keepJson((record) => toProviderFields(record, assumptions)),
    repository: keepJson((record) => toRepositoryFields(record, assumptions)),
    deployment: keepJson((record) => toDeploymentFields(record, assumptions)),
  }
}

function toProviderFields(record: Frozen<OAuthProviderRecord>, assumptions: Assumptions): Fields {
  const fields = withTimestamps(record, assumptions)
  return assumptions.optionalFields === 'absent' ? (dropNulls(oauthProviderSchema, fields) as Fields) : fields
}

function toRepositoryFields(record: Frozen<RepositoryRecord>, assumptions: Assumptions): Fields {
  const id = assumptions.repositoryIdType === 'integer' ? Number(record.id) : record.id
  const values = [record.integration_id, id, record.name, record.owner, record.url, record.default_branch]
  return Object.fromEntries(repositoryFieldsOf(assumptions).map((name, index) => [name, values[index]]))
}

function toDeploymentFields(record: Frozen<DeploymentRecord>, assumptions: Assumptions): Fields {
  const { status, deployment_type, remote_reconciled, tag_value_ids, source, ...written } = record
  const fields = { ...withTimestamps(written, assumptions), secrets: hideSecrets(record.secrets, assumptions) }
  const kept = assumptions.optionalFields === 'absent' ? (dropNulls(deploymentSchema, fields) as Fields) : fields
  return assumptions.recordShape === 'upstream' ? toUpstreamShape(kept, record) : kept
}

// The real service shows three fields that the interface does not, and names one otherwise.
function toUpstreamShape(fields: Fields, record: Frozen<DeploymentRecord>): Fields {
  const { id, tenant_id, name, source_config, source_revision_config, ...rest } = fields
  const revisionFields = Object.entries(source_revision_config as Fields).map(([key, value]) => [
    key === 'graph_config_path' ? 'langgraph_config_path' : key,
    value,
  ])
  return {
    id,
    tenant_id,
    name,
    source: record.source,
    source_config: { ...(source_config as Fields), deployment_type: record.deployment_type },
    source_revision_config: Object.fromEntries(revisionFields),
    ...rest,
    status: record.status,
  }
}

function addUnknownFields(fields: Fields): Fields {
  const entries = Object.entries(fields)
  const middle = Math.ceil(entries.length / 2)
  return Object.fromEntries([
    ...entries.slice(0, middle),
    ['x_revision_hint', { generation: 3, hints: ['warm', null] }],
    ...entries.slice(middle),
    ['x_flags', ['beta']],
    ['x_score', 0.5],
  ])
}

function hideSecrets(secrets: Frozen<DeploymentRecord>['secrets'], { secretValues }: Assumptions) {
  if (secretValues === 'clear') return secrets
  const value = secretValues === 'masked' ? MASK : ''
  return secrets.map(({ name }) => ({ name, value }))
}

function withTimestamps<Item extends { readonly created_at: string; readonly updated_at: string }>(
  record: Item,
  { timestampFormat }: Assumptions,
): Item {
  if (timestampFormat === 'microsecondsZ') return record
  const format = timestampFormats[timestampFormat]
  return { ...record, created_at: format(record.created_at), updated_at: format(record.updated_at) }
}

const timestampFormats = {
  millisecondsZ: (timestamp: string) => {
    const { seconds, fraction } = splitTimestamp(timestamp)
    return `${seconds}.${fraction.slice(0, 3)}Z`
  },
  secondsZ: (timestamp: string) => `${splitTimestamp(timestamp).seconds}Z`,
  offset: (timestamp: string) => timestamp.replace('Z', '+00:00'),
} as const
