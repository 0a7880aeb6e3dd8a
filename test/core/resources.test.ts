import { expect, test } from 'vitest'
import { RESOURCE_NAMES } from '../../src/service/resources/names.ts'
import { allResources } from '../../src/service/resources/resources.ts'

test('resources.ts and names.ts list the same resources in the same order', () => {
  expect(allResources.map(({ name }) => name)).toEqual(RESOURCE_NAMES)
})
