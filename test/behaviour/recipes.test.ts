import { expect, test } from 'vitest'
import { faultRecipes } from '../../src/engine/reports/recipes.ts'
import { createSimulator, type FaultInput } from '../../src/index.ts'

/** Counts the outcomes of requests while the faults of a recipe apply. */
async function count(id: string, requests: number): Promise<Record<string, number>> {
  const simulator = createSimulator({ scenario: 'empty' })
  const recipe = faultRecipes.find((each) => each.id === id)
  for (const fault of (recipe?.faults ?? []) as readonly FaultInput[]) simulator.faults.add(fault)
  const counts: Record<string, number> = {}
  for (let sent = 0; sent < requests; sent += 1) {
    const outcome = await simulator.fetch('/v2/deployments').then(
      ({ status }) => String(status),
      () => 'cut',
    )
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}

test('the recipe flaky rejects one in five requests, and cuts the connection of one in twenty', async () => {
  const { 200: passed = 0, 503: rejected = 0, cut = 0, ...others } = await count('flaky', 400)
  expect([passed + rejected + cut, others]).toEqual([400, {}])
  expect(rejected / 400).toBeCloseTo(0.2, 1)
  expect(cut).toBeGreaterThan(5)
  expect(cut).toBeLessThan(40)
})

test('the recipe down rejects every request', async () => {
  expect(await count('down', 3)).toEqual({ 503: 3 })
})

test('the recipe rate-limited rejects requests after the first ten', async () => {
  expect(await count('rate-limited', 12)).toEqual({ 200: 10, 429: 2 })
})
