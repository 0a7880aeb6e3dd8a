import * as z from 'zod'
import type { Fields } from '../../../engine/input/schemas/schema-walk.ts'
import { pickFields, writeFields } from '../../../fastapi/wire-fields.ts'
import type { Assumptions } from '../../assumptions/assumptions.ts'
import type { Preset } from '../../assumptions/presets.ts'
import type { PresetValue } from '../../assumptions/register.ts'
import { type RevisionRecord, revisionSchema, stateOf } from './revision.ts'
import { deploymentWire, toNewerRevisionFields } from './wire.ts'

const { id, created_at, updated_at, status } = revisionSchema.shape

/** The fields of a revision in a response, in their order, for each value of the assumption `recordShape`. */
const revisionWire = {
  written: wireWith(deploymentWire.upstream.shape.source, deploymentWire.written.shape.source_revision_config),
  upstream: wireWith(deploymentWire.upstream.shape.source, deploymentWire.upstream.shape.source_revision_config),
  newer: wireWith(deploymentWire.newer.shape.source, deploymentWire.newer.shape.source_revision_config).extend({
    status_message: z.string().nullable(),
  }),
} as const

/**
 * A revision in a response: `Revision<'langsmith'>`. The preset `spec` has no operation that returns one.
 *
 * @example
 * const revision: Revision<'langsmith'> = await response.json()
 */
export type Revision<Name extends Preset = 'langsmith'> = z.output<
  (typeof revisionWire)[PresetValue<'recordShape', Name>]
>

function wireWith<Source extends z.ZodType, Config extends z.ZodObject>(
  source: Source,
  source_revision_config: Config,
) {
  return z.strictObject({ id, created_at, updated_at, status, source, source_revision_config })
}

export function buildRevisionWire({ recordShape, newerParameters }: Assumptions): z.ZodObject {
  const wire = revisionWire[recordShape]
  return newerParameters === 'ignored' ? wire : wire.extend({ source: deploymentWire.newer.shape.source })
}

/** Returns what a response contains of a revision. */
export function toRevisionFields(record: RevisionRecord, assumptions: Assumptions): Fields {
  const wire = revisionWire[assumptions.recordShape]
  const { source_revision_config } = record
  const isBuilt = record.history.some(({ status }) => stateOf(status).isBuilt === true)
  const fields = {
    ...record,
    status_message: stateOf(record.status).message ?? null,
    source_revision_config: pickFields(wire.shape.source_revision_config, {
      ...source_revision_config,
      langgraph_config_path: source_revision_config.graph_config_path,
      ...(assumptions.recordShape === 'newer' && toNewerRevisionFields(record, isBuilt ? record.id : null)),
    }),
  }
  return writeFields(wire, fields, assumptions)
}
