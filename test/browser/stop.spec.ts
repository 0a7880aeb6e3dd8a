import { expect } from '@playwright/test'
import { isListed, shop, test, toWorkerUrl } from './support/test.ts'

const ROUNDS = 20

test('requests around stop are answered by the simulator or the network, and stop ends', async ({ page, site }) => {
  await page.goto(toWorkerUrl(site))
  await isListed(page)
  const outcome = await page.evaluate(
    async ([rounds, scenario]) => {
      const statuses: number[] = []
      const ask = () => fetch('/v2/deployments').then(({ status }) => void statuses.push(status))
      let asked = 0
      for (let round = 0; round < rounds; round++) {
        const before = [ask(), ask()]
        const stopping = window.simulator?.stop()
        const during = [ask(), ask()]
        await new Promise((resolve) => setTimeout(resolve, round % 4))
        const after = [ask(), ask()]
        await Promise.all([stopping, ...before, ...during, ...after])
        asked += 6
        await window.startSimulator({ scenario, quiet: true })
      }
      return { statuses: [...new Set(statuses)].sort(), isAnswered: statuses.length === asked }
    },
    [ROUNDS, shop] as const,
  )
  expect(outcome.isAnswered).toBe(true)
  expect([[200, 404], [200], [404]]).toContainEqual(outcome.statuses)
})
