import { expect, test } from 'vitest'
import { PACKAGED_SCENARIOS } from '../../src/console/copy/test-world.ts'
import { scenarios } from '../../src/service/scenarios.ts'

test('knows which scenarios every installed package has', () => {
  expect(PACKAGED_SCENARIOS).toEqual(scenarios.map(({ name }) => name))
})
