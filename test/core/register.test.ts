import { expect, test } from 'vitest'
import { parseAssumption } from '../../src/engine/define/assumptions/assumptions.ts'
import { assertNoExclusion } from '../../src/engine/define/assumptions/exclusions.ts'
import { createSimulator, register } from '../../src/index.ts'
import { PRESETS } from '../../src/service/assumptions/presets.ts'
import { questions } from '../../src/service/assumptions/questions.ts'

const create = (assumptions: object) => () => createSimulator({ scenario: 'empty', assumptions })

test('the register cannot be changed through a simulator', () => {
  const { assumptions, service: gate, tagValueIds } = createSimulator({ scenario: 'empty' })
  expect(() => Object.assign(assumptions, { lastPageOffset: 'limit' })).toThrow(TypeError)
  for (const list of [gate.routes, tagValueIds]) expect(() => (list as unknown[]).push('x')).toThrow(TypeError)
})

test('the register has a valid value for every question under every preset', () => {
  for (const preset of PRESETS) {
    expect(Object.keys(createSimulator({ scenario: 'empty', preset }).assumptions)).toEqual(Object.keys(register))
  }
})

test('the register accepts values that replace those of the preset, and keeps the others', () => {
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

test('the register accepts an array for a list of values', () => {
  const { assumptions } = createSimulator({ scenario: 'empty', assumptions: { statusValues: ['UP', 'DOWN'] } })
  expect(assumptions.statusValues).toBe('UP,DOWN')
  const templates = ['/a/{integration_id}', '/b/{integration_id}'] as const
  const scenario = { name: 'own', deployments: 0, assumptions: { repositoryPaths: templates } }
  expect(createSimulator({ scenario }).assumptions.repositoryPaths).toBe(templates.join(','))
})

test('the register rejects an unknown id and lists the known ones', () => {
  expect(create({ lastPageOfset: 'limit' })).toThrow(
    /^Failed to assume: "lastPageOfset" is not an assumption\. Did you mean "lastPageOffset"\? Known: repositoryPaths, .*lastPageOffset/,
  )
})

test('the register rejects an unknown value and lists the allowed ones', () => {
  expect(create({ lastPageOffset: 'next' })).toThrow(
    'Failed to assume lastPageOffset=next: there is no such value. Allowed: returned, limit, zeroAtEnd.',
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
] as const)('the register rejects %s=%s: %s', ([id, value, issue]) => {
  expect(create({ [id]: value })).toThrow(`Failed to assume ${id}=${value}: ${issue}. Allowed: `)
})

const list = (count: number, start: string) => Array.from({ length: count }, (_, index) => `${start}${index}`).join()

test.for([
  ['statusValues', 'S', 'statuses'],
  ['versionPrefix', '/p', 'paths'],
] as const)('the register accepts a hundred items of %s, and no more', ([id, start, items]) => {
  expect(create({ [id]: list(100, start) })).not.toThrow()
  expect(create({ [id]: list(101, start) })).toThrow(`: it has 101 ${items}, but at most 100 are allowed. Allowed: `)
})

test('the register accepts 10,000 characters, and no more', () => {
  expect(create({ versionPrefix: `/${'x'.repeat(9999)}` })).not.toThrow()
  expect(create({ versionPrefix: `/${'x'.repeat(10_000)}` })).toThrow(
    'it has 10001 characters, but at most 10000 are allowed',
  )
})

test('the register repeats at most a thousand characters of a value in an error', () => {
  expect(create({ creation: 'x'.repeat(1000) })).toThrow(`creation=${'x'.repeat(1000)}: there is no such value`)
  expect(create({ creation: 'x'.repeat(1001) })).toThrow(`creation=${'x'.repeat(1000)}...: there is no such value`)
})

test('the register describes values of your own in an error', () => {
  expect(create({ statusValues: '' })).toThrow(/Allowed: \w+(, \w+)*, or a list of words, separated by commas\.$/)
})

test('the register ignores a value that is undefined', () => {
  expect(createSimulator({ assumptions: { creation: undefined } as object }).assumptions.creation).toBe('simulated')
})

test('the register rejects an unknown preset and lists the known ones', () => {
  expect(() => createSimulator({ preset: 'real' as 'spec' })).toThrow(
    'Failed to choose the preset: "real" is unknown. Known: spec, langsmith, langsmith-next.',
  )
})

test.for([
  [{}, 'an object. Allowed'],
  [null, 'null. Allowed'],
  [true, 'true. Allowed'],
  ['frosen', '"frosen". Did you mean "frozen"? Allowed'],
])('an option cannot be %j if it is not one of its choices', ([clock, message]) => {
  const create = () => createSimulator({ clock: clock as 'frozen' })
  expect(create).toThrow(`Failed to create the simulator: "clock" is ${message}: "frozen", "running".`)
})

test('values that exclude each other are rejected with both of them', () => {
  expect(() => assertNoExclusion(questions, { operations: 'written', duplicateProvider: '400' })).toThrow(
    'Failed to assume operations=written and duplicateProvider=400: with operations=written, duplicateProvider=400 has no effect. Remove one of them.',
  )
  expect(() => assertNoExclusion(questions, { operations: 'written', duplicateProvider: '409' })).not.toThrow()
})

test.for([
  ['creation=absent', { creation: 'absent' }],
  ['statusValues=A=1,B', { statusValues: 'A=1,B' }],
] as const)('an assumption on the command line %s is parsed', ([text, parsed]) => {
  expect(parseAssumption(questions, text)).toEqual(parsed)
})

test.for([
  ['creation', 'Failed to assume "creation": there is no value. Allowed: simulated, absent, accepted, upstream.'],
  ['creation=', 'Failed to assume creation=: there is no such value. Allowed: simulated, absent, accepted, upstream.'],
  ['create=absent', 'Failed to assume: "create" is not an assumption.'],
] as const)('an assumption on the command line %s is rejected', ([text, message]) => {
  expect(() => parseAssumption(questions, text)).toThrow(message)
})
