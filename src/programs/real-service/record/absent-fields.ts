// The fields that some deployments lack although the service writes others without a value as null.

import * as z from 'zod'
import { resolveAssumptions } from '../../../engine/define/assumptions/assumptions.ts'
import { isRecord, unwrap } from '../../../engine/input/schemas/schema-walk.ts'
import { questions } from '../../../service/assumptions/questions.ts'
import { buildDeploymentWire } from '../../../service/resources/deployments/wire.ts'
import type { ServiceRecords } from '../records/records.ts'

/** Lists the absent fields of each deployment by its id, unless all fields without a value are absent, or none is. */
export function listAbsentFields({ preset, records }: ServiceRecords): ReadonlyMap<unknown, readonly string[]> {
  const schema = buildDeploymentWire(resolveAssumptions(questions, preset))
  const deployments = records.get('deployments') ?? []
  const hasNull = deployments.some((record) => listPaths(schema, record, null).length > 0)
  const absent = hasNull ? deployments.map((each) => [each.id, listPaths(schema, each, undefined)] as const) : []
  return new Map(absent.filter(([, paths]) => paths.length > 0))
}

/** Lists the paths of the optional fields with a value. */
function listPaths(schema: z.ZodType, record: unknown, value: null | undefined, prefix = ''): readonly string[] {
  const inner = unwrap(schema)
  if (!(inner instanceof z.ZodObject) || !isRecord(record)) return []
  return Object.entries<z.ZodType>(inner.shape).flatMap(([name, field]) =>
    field instanceof z.ZodDefault && record[name] === value
      ? [prefix + name]
      : listPaths(field, record[name], value, `${prefix}${name}/`),
  )
}
