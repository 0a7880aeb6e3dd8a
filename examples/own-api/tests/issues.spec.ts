import { expect, testOf } from 'deploymock/playwright'
import { service } from '../issues.ts'

const test = testOf(service)
test.use({ sessionOptions: { scenario: 'triage' } })

// The page sends its requests to the world of its test.
test.beforeEach(async ({ page, simulator }) => {
  const [repo] = simulator.db.repos.list()
  const settings = { API_URL: simulator.url, REPO: `${repo?.owner}/${repo?.name}` }
  await page.addInitScript((given) => Object.assign(globalThis, given), settings)
})

test('shows all open issues, page by page', async ({ page }) => {
  await page.goto('/')
  for (const shown of ['20', '40', '60']) {
    await expect(page.getByRole('status')).toHaveText(`${shown} shown`)
    await page.getByRole('button', { name: 'More' }).click()
  }
  await expect(page.getByRole('status')).toHaveText('70 shown')
  await expect(page.getByRole('button', { name: 'More' })).toBeHidden()
})

test('offers another try if the issue tracker fails', async ({ page, simulator }) => {
  simulator.faults.add({ operation: 'listIssues', status: 503, times: 1 })
  await page.goto('/')
  await expect(page.getByRole('status')).toHaveText('That did not work: the issue tracker answered 503.')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('status')).toHaveText('20 shown')
})
