import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findExclusion } from '../../src/engine/define/assumptions/exclusions.ts'
import { type Assumptions, createSimulator, type RegisterEntry, register, type VaryInput } from '../../src/index.ts'
import { questions } from '../../src/service/assumptions/questions.ts'

const drawAll = (vary: VaryInput): Assumptions => createSimulator({ deployments: 0, vary }).assumptions
const ids = Object.keys(register) as (keyof typeof register)[]

test('vary draws the same values from the same seed, and others from another one', () => {
  expect(drawAll(4711)).toEqual(drawAll(4711))
  expect(drawAll('a text')).toEqual(drawAll('a text'))
  expect(drawAll(4711)).not.toEqual(drawAll(4712))
})

test('vary draws every value of every entry sooner or later', () => {
  const seen = new Set<string>()
  for (let seed = 0; seed < 60; seed += 1) {
    for (const [id, value] of Object.entries(drawAll(seed))) seen.add(`${id}=${value}`)
  }
  const named = ids.flatMap((id) => {
    const { values, isOfAccount }: RegisterEntry = register[id]
    if (isOfAccount === true) return []
    return Object.keys(values).map((value) => `${id}=${value}`)
  })
  expect(named.filter((each) => !seen.has(each))).toEqual([])
})

test('vary never draws values together that exclude each other', () => {
  fc.assert(fc.property(fc.integer(), (seed) => void expect(findExclusion(questions, drawAll(seed))).toBeUndefined()))
})

test('vary does not change the other values if an entry is left out', () => {
  const { nameMatching, ...others } = drawAll({ seed: 7, except: ['nameMatching'] })
  expect(drawAll(7)).toMatchObject(others)
  expect(nameMatching).toBe('substring')
})

test('vary draws only the named entries', () => {
  const drawn = drawAll({ seed: 4, only: ['nameMatching', 'tagMatching'] })
  const changed = ids.filter((id) => drawn[id] !== register[id].spec)
  expect(['nameMatching', 'tagMatching']).toEqual(expect.arrayContaining(changed))
})

test('vary draws what describes the account of the caller only if it is named', () => {
  const draw = (only?: readonly ['deploymentFeature']) =>
    new Set(Array.from({ length: 20 }, (_, seed) => drawAll({ seed, ...(only && { only }) }).deploymentFeature))
  expect([draw(), draw(['deploymentFeature'])]).toEqual([new Set(['enabled']), new Set(['enabled', 'notEnabled'])])
})

test('vary leaves values alone that somebody has chosen', () => {
  for (let seed = 0; seed < 10; seed += 1) {
    const { assumptions } = createSimulator({ deployments: 0, vary: seed, assumptions: { creation: 'absent' } })
    expect([assumptions.creation, findExclusion(questions, assumptions)]).toEqual(['absent', undefined])
  }
})

test('vary also draws for sessions, after a reset and after another scenario was loaded', () => {
  const simulator = createSimulator({ deployments: 0, vary: 4711 })
  const drawn = simulator.assumptions
  expect(simulator.sessions.create('other').assumptions).toEqual(drawn)
  simulator.assume({ nameMatching: 'prefix' })
  simulator.reset()
  expect(simulator.assumptions).toEqual(drawn)
  simulator.load('empty')
  expect(simulator.assumptions).toEqual(drawn)
})

test('vary draws other values for a session with its own seed, and a snapshot keeps them', () => {
  const simulator = createSimulator({ deployments: 0 })
  const session = simulator.sessions.create('other', { vary: 4711 })
  expect(session.assumptions).toEqual(drawAll(4711))
  expect(createSimulator({ scenario: 'empty' }).assumptions).not.toEqual(session.assumptions)
  simulator.restore(JSON.parse(JSON.stringify(session.snapshot())))
  expect(simulator.assumptions).toEqual(session.assumptions)
})

test('vary draws for a session that is created over HTTP', async () => {
  const simulator = createSimulator({ deployments: 0 })
  const body = JSON.stringify({ name: 'other', vary: 4711 })
  await simulator.fetch('/_simulator/sessions', { method: 'POST', body })
  expect(simulator.sessions.get('other')?.assumptions).toEqual(drawAll(4711))
})

test.for([
  [
    { seed: 1, only: ['nameMatchin'] },
    'Failed to vary: "nameMatchin" is not an assumption. Did you mean "nameMatching"? Known: ',
  ],
  [{ seed: 1, except: ['x'] }, 'Failed to vary: "x" is not an assumption.'],
  [0.5, 'Failed to vary: the seed is "0.5". It must be a whole number or a text of 1 to 1000 characters.'],
  ['', 'Failed to vary: the seed is "".'],
  [null, 'Failed to vary: the seed is "null".'],
])('vary rejects %j', ([vary, message]) => {
  expect(() => createSimulator({ vary: vary as never })).toThrow(message as string)
})
