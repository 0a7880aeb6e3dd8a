import { expect, test } from 'vitest'
import { inferValues } from '../../../src/programs/real-service/learn/told-by-records.ts'
import { readRecords } from '../../../src/programs/real-service/records/records.ts'
import { createService } from '../../support/control-plane.ts'
import { readSimulator } from '../../support/simulated-reader.ts'

test.for([
  ['none', 'written', 8, { nullableFields: 'none' }],
  ['none', 'upstream', 8, { nullableFields: 'none' }],
  ['none', 'newer', 8, { nullableFields: 'none' }],
  ['none', 'written', 7, {}],
  ['some', 'written', 8, {}],
  ['some', 'newer', 8, {}],
] as const)(
  'with nullableFields %s and recordShape %s, %i deployments tell %o',
  async ([nullableFields, recordShape, deployments, expected]) => {
    const simulator = createService({ preset: 'spec', deployments, assumptions: { nullableFields, recordShape } })
    const records = await readRecords(readSimulator(simulator), { preset: 'spec', only: ['deployments'] })
    expect(inferValues(records)).toEqual(expected)
  },
)
