import { expect, test } from 'vitest'
import { scenarios } from '../../scenarios/index.ts'
import { PACKAGED_SCENARIOS } from '../../src/console/copy/test-world.ts'

test('knows which scenarios every installed package has', () => {
  expect(PACKAGED_SCENARIOS).toEqual(scenarios.map(({ name }) => name))
})
