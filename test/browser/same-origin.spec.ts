import { expect, type Page } from '@playwright/test'
import type { StartOptions } from '../../src/entries/browser/index.ts'
import { test } from './support/test.ts'

test.use({ baseURL: async ({ site }, use) => use(site.url) })

/** Starts a simulator in the page. @returns the warnings from then on */
async function start(page: Page, options: StartOptions): Promise<string[]> {
  // The page itself sends its requests elsewhere.
  await page.goto('/?api=https://unreachable.test')
  const warnings: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text())
  })
  await page.evaluate(async (given) => void (await window.startSimulator(given)), { deployments: 3, ...options })
  return warnings
}

const ask = (page: Page, path: string, init: RequestInit = {}) =>
  page.evaluate(
    async ([target, given]) => {
      const response = await fetch(target, given)
      return `${response.status} ${await response.text()}`
    },
    [path, init] as const,
  )

/** The width of an image, or 0 if it could not be loaded. */
const loadImage = (page: Page, path: string) =>
  page.evaluate(async (src) => {
    const image = Object.assign(new Image(), { src })
    await image.decode().catch(() => undefined)
    return image.naturalWidth
  }, path)

/** The exports of a module that the browser loads. */
const loadModule = (page: Page, path: string) =>
  page.evaluate(async (target) => (await import(target)).name as unknown, path)

const FILE_MISSING = '404 File not found.'
const NOT_FOUND = '404 {"detail":"Not Found"}'

test('a simulator on another origin warns once of a request to the page with the path of an operation', async ({
  page,
  site,
}) => {
  const warnings = await start(page, { baseUrl: 'https://api.test' })
  for (const path of ['/v2/deployments', '/v2/deployments', '/nowhere']) await ask(page, `${site.url}${path}`)
  expect(warnings).toEqual([
    `GET ${site.url}/v2/deployments was not simulated: the base URL is https://api.test. Fix the client or "baseUrl", or set otherHosts: 'bypass' to expect that.`,
  ])
})

test('a simulator on the origin of its page lets scripts and images pass through, and warns once', async ({
  page,
  site,
}) => {
  const warnings = await start(page, { baseUrl: site.url })
  expect(await loadModule(page, '/late.js')).toBe('late')
  expect(await loadImage(page, '/logo.svg')).toBe(7)
  expect(await ask(page, '/nowhere', { method: 'POST', body: 'a body' })).toBe(FILE_MISSING)
  expect(await ask(page, '/v2/deployments')).toMatch(/^200 \{"resources":/)
  expect(warnings).toEqual([
    'deploymock lets GET /late.js pass through: it matches no operation, and the base URL is on the page\'s own origin. Further requests like it pass through without a warning. Set "unhandledRequests" to "bypass" to expect that, or to "answer" to get the service\'s own 404 or 405.',
  ])
})

test('a simulator on the origin of its page lets navigations and reloads pass through', async ({ page, site }) => {
  await start(page, { baseUrl: site.url })
  await page.evaluate(() => location.assign('/deep/page'))
  await page.waitForURL('**/deep/page')
  await expect(page.getByRole('heading')).toHaveText('Deployments')
  await page.reload()
  await expect(page.getByRole('heading')).toHaveText('Deployments')
})

for (const findBase of [({ url }: { url: string }) => url, () => '/'])
  test(`a simulator on the origin of its page answers everything below the paths of the API: ${findBase({ url: 'its URL' })}`, async ({
    page,
    site,
  }) => {
    const warnings = await start(page, { baseUrl: findBase(site) })
    expect(await ask(page, '/v2/nowhere')).toBe(NOT_FOUND)
    expect(await ask(page, '/v1/nowhere')).toBe(NOT_FOUND)
    expect(await ask(page, '/v2/deployments', { method: 'DELETE' })).toMatch(/^405 /)
    expect(await ask(page, '/_simulator/requests')).toMatch(/^200 /)
    expect(await ask(page, '/_s/another/v2/deployments')).toMatch(/^200 /)
    expect(warnings).toEqual([])
  })

test('a simulator on the origin of its page with unhandledRequests: bypass lets every unhandled request pass through', async ({
  page,
  site,
}) => {
  const warnings = await start(page, { baseUrl: site.url, unhandledRequests: 'bypass' })
  expect(await ask(page, '/v2/nowhere')).toBe(FILE_MISSING)
  expect(await ask(page, '/v2/deployments')).toMatch(/^200 /)
  expect(warnings).toEqual([])
})

test('a simulator on the origin of its page with unhandledRequests: answer answers everything', async ({
  page,
  site,
}) => {
  const warnings = await start(page, { baseUrl: site.url, unhandledRequests: 'answer' })
  expect(await ask(page, '/late.js')).toBe(NOT_FOUND)
  expect(await loadImage(page, '/logo.svg')).toBe(0)
  expect(warnings).toEqual([])
})

test('a simulator on the origin of its page works below the path of its base URL', async ({ page, site }) => {
  await start(page, { baseUrl: `${site.url}/deep` })
  expect(await ask(page, '/deep/v2/deployments')).toMatch(/^200 /)
  expect(await ask(page, '/deep/page')).toMatch(/^200 <!doctype html>/)
  expect(await ask(page, '/v2/deployments')).toBe(FILE_MISSING)
})

test('a simulator on another origin answers everything there', async ({ page }) => {
  await start(page, { baseUrl: 'https://api.test' })
  expect(await ask(page, 'https://api.test/late.js')).toBe(NOT_FOUND)
  expect(await ask(page, '/v2/deployments')).toBe(FILE_MISSING)
})

test('a simulator on another origin with unhandledRequests: bypass lets unhandled requests pass through', async ({
  page,
}) => {
  await page
    .context()
    .route('https://api.test/late.js', (route) =>
      route.fulfill({ body: 'the network', headers: { 'access-control-allow-origin': '*' } }),
    )
  await start(page, { baseUrl: 'https://api.test', unhandledRequests: 'bypass' })
  expect(await ask(page, 'https://api.test/late.js')).toBe('200 the network')
})

test('a simulator rejects an invalid value of unhandledRequests', async ({ page }) => {
  const starting = start(page, { unhandledRequests: 'fail' } as unknown as StartOptions)
  await expect(starting).rejects.toThrow(
    'Failed to start the simulator: "unhandledRequests" is "fail". Allowed: "bypass", "answer".',
  )
})
