import { test as base, expect } from 'deploymock/playwright'

const test = base.extend({
  // The page sends its requests to the world of its test.
  page: async ({ page, simulator }, use) => {
    await page.addInitScript((url) => Object.assign(globalThis, { API_URL: url }), simulator.url)
    await use(page)
  },
})

test('shows all deployments, page by page', async ({ page, simulator }) => {
  simulator.load('empty')
  for (let number = 1; number <= 25; number++) simulator.db.deployments.create({ name: `shop-${number}` })
  await page.goto('/')
  await expect(page.getByRole('status')).toHaveText('10 shown')
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('status')).toHaveText('20 shown')
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('status')).toHaveText('25 shown')
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('button', { name: 'More' })).toBeHidden()
  await expect(page.getByRole('listitem')).toHaveText(Array.from({ length: 25 }, (_, index) => `shop-${25 - index}`))
})

test('shows more after a page that is not full', async ({ page, simulator }) => {
  simulator.load('empty')
  simulator.assume({ shortPages: 'sometimes' })
  for (let number = 1; number <= 11; number++) simulator.db.deployments.create({ name: `shop-${number}` })
  await page.goto('/')
  await expect(page.getByRole('status')).toHaveText(/^[5-9] shown$/)
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('status')).toHaveText('11 shown')
})

test('finds deployments by name', async ({ page, simulator }) => {
  simulator.db.deployments.create({ name: 'needle-in-a-haystack' })
  await page.goto('/')
  await page.getByLabel('Name').fill('in-a-hay')
  await expect(page.getByRole('listitem')).toHaveText(['needle-in-a-haystack'])
  expect(simulator.requests.list().at(-1)?.query).toContain('name_contains=in-a-hay')
})

test('cancels the request of an earlier search', async ({ page, simulator }) => {
  simulator.db.deployments.create({ name: 'needle-in-a-haystack' })
  simulator.faults.add({ operation: 'listDeployments', delay: 1000, times: 1 })
  await page.goto('/')
  const cancelled = page.waitForEvent('requestfailed')
  await page.getByLabel('Name').fill('in-a-hay')
  expect((await cancelled).url()).not.toContain('in-a-hay')
  await expect(page.getByRole('listitem')).toHaveText(['needle-in-a-haystack'])
})

test('offers another try if the service fails', async ({ page, simulator }) => {
  simulator.load('empty')
  simulator.db.deployments.create({ name: 'checkout' })
  simulator.faults.add({ operation: 'listDeployments', status: 503, times: 1 })
  await page.goto('/')
  await expect(page.getByRole('status')).toHaveText('That did not work: the service answered 503.')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('listitem')).toHaveText(['checkout'])
})
