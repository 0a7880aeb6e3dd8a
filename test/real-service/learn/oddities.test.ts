import { expect, test } from 'vitest'
import { isOfAbsence, lacksField } from '../../../src/programs/real-service/learn/oddities.ts'

test.each([
  ['field name', 'null present', 'absent present', true],
  ['field source_config.listener_config', 'null object', 'absent null object', true],
  ['field name', 'null', undefined, true],
  ['field name', 'present', 'absent', false],
  ['field name', 'present', 'number', false],
  ['order', 'none', 'by name', false],
])('%s: %s that is %s says %s of what is absent or null', (aspect, expected, observed, isIt) => {
  expect(isOfAbsence(aspect, { [aspect]: expected }, observed === undefined ? {} : { [aspect]: observed })).toBe(isIt)
})

test.each([
  ['present', true],
  ['null', false],
])('a field that should be %s and is gone is one that the service leaves out: %s', (expected, isIt) => {
  const request = { method: 'GET', path: '/v2/deployments' } as const
  const oddity = { request, observed: {}, expected: { 'field name': expected }, aspects: ['field name'] }
  expect(lacksField({ ...oddity, reads: ['recordShape'] })).toBe(isIt)
})
