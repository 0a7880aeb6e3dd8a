import { expect, test } from './support/open-console.ts'

const VIEWS = ['world', 'requests', 'data', 'faults', 'assumptions', 'sessions', 'coverage']

for (const width of [380, 1280]) {
  test(`chaos and faults are visible in every view at ${width} px, until they are off`, async ({
    page,
    openConsole,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const { simulator, goTo } = await openConsole({ route: '#/world' })
    const bar = page.getByRole('banner')
    const chaos = bar.getByRole('link', { name: 'chaos 35 %', exact: true })
    const faults = bar.getByRole('link', { name: '1 fault on', exact: true })
    await expect(bar).toContainText('frozen')
    await expect(chaos.or(faults)).toHaveCount(0)
    simulator.setChaos({ level: 0.35 })
    simulator.faults.add({ id: 'down', status: 503 })
    for (const view of VIEWS) {
      await goTo(`#/${view}`)
      await expect(page.getByRole('main')).toBeVisible()
      for (const link of [chaos, faults]) await expect(link).toBeInViewport({ ratio: 1 })
    }
    simulator.setChaos({ level: 0 })
    simulator.faults.clear()
    await expect(chaos.or(faults)).toHaveCount(0)
  })
}
