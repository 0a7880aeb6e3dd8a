import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'

// Unexpected console output is a defect and fails the test. A test that expects output replaces the
// spy.
// By default, `vi.waitFor` gives up after a second, which is too short for a busy machine.
const { waitFor } = vi
if (waitFor.name !== 'waitPatiently') {
  vi.waitFor = function waitPatiently(callback, options = 20_000) {
    return waitFor(callback, options)
  }
}

let spies: MockInstance[] = []

beforeEach(() => {
  spies = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
})

afterEach(() => {
  const printed = spies.filter((spy) => vi.isMockFunction(spy)).flatMap((spy) => spy.mock.calls)
  for (const spy of spies) spy.mockRestore()
  expect(printed).toEqual([])
})
