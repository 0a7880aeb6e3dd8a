import { expect, test } from './support/open-console.ts'

test('the status of each request has its own shape and words, whatever its colour', async ({ page, openConsole }) => {
  const { simulator, request } = await openConsole({ route: '#/requests' })
  await request('/v2/deployments?limit=1')
  await request('/v2/deployments?limit=0')
  simulator.faults.add({ id: 'down', status: 503, times: 1 })
  await request('/v2/deployments?limit=2')
  simulator.faults.add({ id: 'cut', effect: { kind: 'reset' }, times: 1 })
  await request('/v2/deployments?limit=3').catch(() => undefined)

  const rows = page.getByRole('listbox', { name: 'Requests, newest first' }).getByRole('option')
  await expect(rows).toHaveCount(4)
  for (const [index, words] of [
    /none no response\s*fault/,
    /503 failed\s*fault/,
    /422 rejected(?!\s*f)/,
    /200 succeeded(?!\s*f)/,
  ].entries()) {
    await expect(rows.nth(index)).toContainText(words)
  }
  const shapes = await rows.locator('svg path').evaluateAll((paths) => paths.map((path) => path.getAttribute('d')))
  expect(new Set(shapes).size).toBe(4)
})
