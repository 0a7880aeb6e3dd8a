import { describe, expect, test } from 'vitest'
import { createSimulator, register } from '../../src/index.ts'

const create = (assumptions: object) => () => createSimulator({ scenario: 'empty', assumptions })

describe('the register', () => {
  test('cannot be changed through a simulator', () => {
    const { assumptions, service, tagValueIds } = createSimulator({ scenario: 'empty' })
    expect(() => Object.assign(assumptions, { lastPageOffset: 'limit' })).toThrow(TypeError)
    for (const list of [service.routes, tagValueIds]) expect(() => (list as unknown[]).push('x')).toThrow(TypeError)
  })

  test('has a valid value for every question under both presets', () => {
    for (const preset of ['spec', 'langsmith'] as const) {
      expect(Object.keys(createSimulator({ scenario: 'empty', preset }).assumptions)).toEqual(Object.keys(register))
    }
  })

  test('accepts values that replace those of the preset, and keeps the others', () => {
    const { assumptions } = createSimulator({
      scenario: 'empty',
      preset: 'langsmith',
      assumptions: { lastPageOffset: 'limit', validationStatus: 400 },
    })
    expect(assumptions).toMatchObject({
      lastPageOffset: 'limit',
      validationStatus: '400',
      recordShape: 'upstream',
      repositoryIdType: 'integer',
    })
  })

  test('accepts an array for a list of values', () => {
    const { assumptions } = createSimulator({ scenario: 'empty', assumptions: { statusValues: ['UP', 'DOWN'] } })
    expect(assumptions.statusValues).toBe('UP,DOWN')
  })

  test('rejects an unknown id and lists the known ones', () => {
    expect(create({ lastPageOfset: 'limit' })).toThrow(
      /^Failed to assume: "lastPageOfset" is not in the register\. Did you mean "lastPageOffset"\? Known: repositoryPaths, .*lastPageOffset/,
    )
  })

  test('rejects an unknown value and lists the allowed ones', () => {
    expect(create({ lastPageOffset: 'next' })).toThrow(
      'Failed to assume lastPageOffset=next: there is no such value. Allowed: returned, limit, zeroAtEnd.',
    )
  })

  test('rejects a planned value, and says why', () => {
    expect(create({ creation: 'accepted' })).toThrow(
      'Failed to assume creation=accepted: this value is planned, but not simulated yet. It is not known what the record is before it appears. Allowed: simulated, absent.',
    )
  })

  test.for([
    ['repositoryPaths', '/only/{integration_id}', '2 templates are required, not 1'],
    ['repositoryPaths', '/a/{integration_id},/a/{integration_id}', 'the two templates are the same'],
    ['repositoryPaths', '/a/{integration_id},/b', '"/b" contains {integration_id} 0 times instead of once'],
    ['repositoryPaths', '/a/{integration_id},b/{integration_id}', '"b/{integration_id}" is not a path'],
    ['repositoryFields', 'a,b,c', '6 names are required, not 3'],
    ['repositoryFields', 'a,b,c,d,e,a', 'a name is repeated'],
    ['repositoryFields', 'a,b,c,d,e,', 'a name is empty'],
    ['statusValues', 'READY,,DOWN', 'a status is empty'],
    ['statusValues', 'READY,READY', 'a status is repeated'],
    ['versionPrefix', 'api', '"api" is not a path that starts with a slash and does not end with one'],
    [
      'repositoryPaths',
      '/v2/{integration_id},/b/{integration_id}',
      '"/v2/{integration_id}" matches /v2/deployments, which is the path of another operation',
    ],
    ['repositoryPaths', '/a%41/{integration_id},/b/{integration_id}', '"/a%41/{integration_id}" is not a path'],
    ['versionPrefix', 'root,root', 'a path is repeated'],
    ['versionPrefix', 'root,/api/', '"/api/" is not a path that starts with a slash and does not end with one'],
  ] as const)('rejects %s=%s: %s', ([id, value, issue]) => {
    expect(create({ [id]: value })).toThrow(`Failed to assume ${id}=${value}: ${issue}. Allowed: `)
  })

  test('rejects an unknown preset and lists the known ones', () => {
    expect(() => createSimulator({ preset: 'real' as 'spec' })).toThrow(
      'Failed to choose the preset: "real" is unknown. Known: spec, langsmith.',
    )
  })
})
