import type { z } from 'zod'
import type { DeploymentRecord } from '../records/deployment.ts'
import type { Frozen } from '../records/freeze.ts'
import type { OAuthProviderRecord } from '../records/oauth-provider.ts'
import type { RepositoryRecord } from '../records/repository.ts'
import { dropNulls } from '../records/schema-walk.ts'
import { splitTimestamp } from '../records/timestamp.ts'
import { type Assumptions, repositoryFieldsOf } from './register/assumptions.ts'
import type { AssumptionId } from './register/register.ts'
import type { TrackedAssumptions } from './register/tracked-assumptions.ts'
import { deploymentWire } from './wire/deployment.ts'
import { oauthProviderWire } from './wire/oauth-provider.ts'

/** Writes records as the service does: each method returns the JSON of one record. */
export interface Renderer {
  provider(record: Frozen<OAuthProviderRecord>): string
  repository(record: Frozen<RepositoryRecord>): string
  deployment(record: Frozen<DeploymentRecord>): string
}

type Fields = Readonly<Record<string, unknown>>

const MASK = '********'

/** The JSON that was last written for each record. Renderers that share a record overwrite each other's. */
export type RenderedRecords = WeakMap<object, { readonly by: object; readonly json: string }>

/**
 * Creates a renderer. The JSON of a record is built once and cached as long as the record exists,
 * unless another renderer writes the same record in between.
 */
export function createRenderer({ assumptions, track, note }: TrackedAssumptions, rendered: RenderedRecords): Renderer {
  const complete = (fields: Fields): Fields =>
    assumptions.unknownFields === 'extra' ? addUnknownFields(fields) : fields
  const keepJson = <Item extends object>(toFields: (record: Item) => Fields): ((record: Item) => string) => {
    const read = new Set<AssumptionId>()
    return (record) => {
      note(read)
      const known = rendered.get(record)
      if (known?.by === read) return known.json
      const tracked = track(() => JSON.stringify(complete(toFields(record))))
      for (const id of tracked.read) read.add(id)
      rendered.set(record, { by: read, json: tracked.result })
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
  return completeFields(oauthProviderWire, withTimestamps(record, assumptions), assumptions)
}

function toRepositoryFields(record: Frozen<RepositoryRecord>, assumptions: Assumptions): Fields {
  const id = assumptions.repositoryIdType === 'integer' ? Number(record.id) : record.id
  const values = [record.integration_id, id, record.name, record.owner, record.url, record.default_branch]
  return Object.fromEntries(repositoryFieldsOf(assumptions).map((name, index) => [name, values[index]]))
}

function toDeploymentFields(record: Frozen<DeploymentRecord>, assumptions: Assumptions): Fields {
  const wire = deploymentWire[assumptions.recordShape]
  const { source_config, source_revision_config } = record
  const fields = pickFields(wire, {
    ...withTimestamps(record, assumptions),
    secrets: hideSecrets(record.secrets, assumptions),
    source_config: pickFields(wire.shape.source_config, {
      ...source_config,
      deployment_type: record.deployment_type,
    }),
    source_revision_config: pickFields(wire.shape.source_revision_config, {
      ...source_revision_config,
      langgraph_config_path: source_revision_config.graph_config_path,
    }),
  })
  return completeFields(wire, fields, assumptions)
}

/** Returns the fields of a schema, in the schema's order. */
function pickFields({ shape }: z.ZodObject, values: Fields): Fields {
  return Object.fromEntries(Object.keys(shape).map((name) => [name, values[name]]))
}

function completeFields(wire: z.ZodObject, fields: Fields, { optionalFields }: Assumptions): Fields {
  return optionalFields === 'absent' ? (dropNulls(wire, fields) as Fields) : fields
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
