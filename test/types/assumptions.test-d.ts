import { expectTypeOf, test } from 'vitest'
import {
  type AssumptionId,
  type AssumptionOverrides,
  type Assumptions,
  createSimulator,
  type Preset,
} from '../../src/index.ts'

const accept = (overrides: AssumptionOverrides): AssumptionOverrides => overrides

test('overrides take the named values of known assumptions', () => {
  accept({})
  accept({ nameMatching: 'prefix', lastPageOffset: 'limit' })
  expectTypeOf<Assumptions['nameMatching']>().toEqualTypeOf<'substring' | 'prefix' | 'substringIgnoringCase'>()
  expectTypeOf<keyof AssumptionOverrides>().toEqualTypeOf<AssumptionId>()
})

test('overrides take a number for a value of digits', () => {
  accept({ duplicateName: 409 })
  accept({ duplicateName: '409' })
  // @ts-expect-error
  accept({ duplicateName: 408 })
  // @ts-expect-error
  accept({ nameMatching: 1 })
})

test('overrides take text and a list where a free value is allowed', () => {
  accept({ statusValues: 'NEW,OLD' })
  accept({ statusValues: ['NEW', 'OLD'] })
  accept({ versionPrefix: ['root', '/api-host'] })
  // @ts-expect-error no free value is allowed here
  accept({ nameMatching: ['prefix'] })
})

test('overrides reject unknown ids and unknown values', () => {
  // @ts-expect-error
  accept({ nameMatchin: 'prefix' })
  // @ts-expect-error
  accept({ nameMatching: 'prefx' })
  // @ts-expect-error
  accept({ nameMatching: true })
})

test('a simulator has a value for every assumption, and they are readonly', () => {
  const { assumptions, preset, assume } = createSimulator()
  expectTypeOf(assumptions).toEqualTypeOf<Assumptions>()
  expectTypeOf(preset).toEqualTypeOf<Preset>()
  expectTypeOf<Preset>().toEqualTypeOf<'spec' | 'langsmith' | 'langsmith-next'>()
  expectTypeOf(assume).parameters.toEqualTypeOf<[AssumptionOverrides]>()
  // @ts-expect-error
  assumptions.nameMatching = 'prefix'
})
