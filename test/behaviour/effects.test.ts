import { expect, test } from 'vitest'
import { effectsOf } from '../../src/engine/faults/effects/effects.ts'
import { openDraw } from '../../src/engine/store/random.ts'
import { BREAKING_EFFECTS } from '../../src/entries/request-code/vitest-test.ts'
import { createSimulator, type FaultInput } from '../../src/index.ts'
import { service } from '../../src/service/service.ts'

const effects = effectsOf(service)

test.for(effects)('the example of the effect $kind is a fault that can be added', ({ kind, example }) => {
  const { faults } = createSimulator({ scenario: 'empty' })
  faults.add({ effect: { kind, ...example } } as FaultInput)
  expect(faults.list()).toMatchObject([{ effect: { kind, ...example } }])
})

test.for(effects.filter(({ chaos }) => chaos !== null))(
  'chaos draws the effect $kind only with settings that it accepts',
  ({ kind, chaos, schema }) => {
    const drawn = Array.from({ length: 50 }, (_, turn) => chaos?.drawSettings(openDraw(1, kind, turn, 'settings')))
    expect(drawn.filter((settings) => !schema.safeParse({ kind, ...settings }).success)).toEqual([])
    expect(chaos?.weight).toBeGreaterThan(0)
  },
)

test('the tests that the console writes know all effects that break a response on its way', () => {
  const breaking = effects.filter(({ isTransport }) => isTransport).map(({ kind }) => kind)
  expect(BREAKING_EFFECTS.toSorted()).toEqual(breaking.toSorted())
})
