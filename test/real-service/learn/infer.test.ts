import { expect, test } from 'vitest'
import { inferValues } from '../../../src/real-service/learn/prepare.ts'
import { readRecords } from '../../../src/real-service/records/records.ts'
import { createService } from '../../support/control-plane.ts'
import { readSimulator } from '../../support/simulated-reader.ts'

test.for([
  ['none', 8, { nullableFields: 'none' }],
  ['none', 7, {}],
  ['some', 8, {}],
] as const)('with nullableFields %s, %i deployments tell %o', async ([nullableFields, deployments, expected]) => {
  const simulator = createService({ preset: 'spec', deployments, assumptions: { nullableFields } })
  const records = await readRecords(readSimulator(simulator), { preset: 'spec', only: ['deployments'] })
  expect(inferValues(records)).toEqual(expected)
})
