import { expect, test } from 'vitest'
import { inferValues, undoZeros } from '../../../src/programs/real-service/learn/told-by-records.ts'
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

test.each([
  [
    ['', '1.2.0', ''],
    [null, '1.2.0', null],
  ],
  [
    ['', '1.2.0', null],
    ['', '1.2.0', null],
  ],
  [
    ['1.2.0', undefined, ''],
    ['1.2.0', undefined, ''],
  ],
])('versions %j are %j to the service', (written, expected) => {
  const records = new Map([['deployments', written.map((image_version) => ({ name: '', image_version }))]])
  const { records: undone } = undoZeros({ preset: 'spec', records, missing: [], at: 0 })
  expect(undone.get('deployments')?.map(({ image_version }) => image_version)).toEqual(expected)
  expect(undone.get('deployments')?.map(({ name }) => name)).toEqual(['', '', ''])
})

test('what a configuration has instead of nothing is nothing, too, and its records stay apart', () => {
  const listed = ['', 'npm ci'].map((install_command) => ({ source_config: { install_command, custom_url: null } }))
  const records = new Map([['deployments', [...listed, { source_config: null }]]])
  expect(undoZeros({ preset: 'spec', records, missing: [], at: 0 }).records.get('deployments')).toEqual([
    { source_config: { install_command: null, custom_url: null } },
    { source_config: { install_command: 'npm ci', custom_url: null } },
    { source_config: null },
  ])
})

test('an empty text is no object', async () => {
  const simulator = createService({ preset: 'spec', deployments: 8, assumptions: { nullableFields: 'none' } })
  const read = await readRecords(readSimulator(simulator), { preset: 'spec', only: ['deployments'] })
  const listed = read.records.get('deployments') ?? []
  const records = new Map([['deployments', listed.map((each) => ({ ...each, source_config: '' }))]] as const)
  expect(inferValues({ ...read, records })).toEqual({})
})
