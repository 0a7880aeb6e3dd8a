// Takes a picture of each view of the console, light and dark, for docs/console/README.md. CHROMIUM_PATH names the browser.

import { mkdir } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { connect } from '../dist/src/client/index.js'
import { createSimulator } from '../dist/src/index.js'
import { serve } from '../dist/src/server/index.js'

const FOLDER = new URL('../docs/console/', import.meta.url)
// Each is as high as what matters in it, which keeps the files small.
const VIEWS = [
  { name: 'world', route: 'world', height: 640 },
  { name: 'requests', route: 'requests', height: 640 },
  { name: 'data', route: 'data/deployments', height: 420 },
  { name: 'faults', route: 'faults', height: 620 },
  { name: 'assumptions', route: 'assumptions/lastPageOffset', height: 700 },
  { name: 'sessions', route: 'sessions/alice', height: 410 },
  { name: 'coverage', route: 'coverage/listDeployments', height: 570 },
]

/** Tells a story: a client lists and searches, one search finds nothing, and some requests fail. */
async function tell(url) {
  const simulator = connect(url)
  const get = (path) => fetch(url + path).then((response) => response.text())
  await get('/v2/deployments?limit=20')
  await get('/v2/deployments?status=READY&limit=20')
  await get('/v2/deployments?limit=1000')
  await simulator.faults.add({ operation: 'listDeployments', status: 503, times: 2 })
  await get('/v2/deployments?limit=20&offset=20')
  await get('/v2/auth/providers')
  for (const name of ['checkout-tests', 'alice']) {
    await simulator.sessions.create({ name })
    await get(`/_s/${name}/v2/deployments?limit=5`)
  }
  await get('/v2/deployments?name_contains=zz&status=READY')
  await get('/v2/deployments?name_contains=zz&status=READY')
  const [last] = (await simulator.requests.list()).slice(-1)
  await simulator.faults.add({ id: 'flaky-lists', operation: 'listDeployments', status: 503, times: 5 })
  await simulator.faults.add({ id: 'rejected-creations', operation: 'createDeployment', status: 429 })
  await get('/v2/deployments?limit=5')
  return last.id
}

async function takePictures(browser, url, lastRequest, colorScheme) {
  const page = await browser.newPage({ colorScheme, reducedMotion: 'reduce' })
  for (const { name, route, height } of VIEWS) {
    await page.setViewportSize({ width: 1280, height })
    const path = name === 'requests' ? `requests/${lastRequest}` : route
    await page.goto(`${url}/_simulator/#/${path}`)
    await page.reload()
    await page.locator('.link-mark-live').waitFor()
    // Until nothing is loading, and charts have drawn their first seconds.
    await page.waitForFunction(() => document.querySelector('.skeleton') === null)
    await page.waitForTimeout(1000)
    await page.screenshot({ path: new URL(`${name}-${colorScheme}.png`, FOLDER).pathname })
  }
  await page.close()
}

await mkdir(FOLDER, { recursive: true })
const server = await serve(createSimulator({ scenario: 'busy' }), { port: 0 })
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH })
try {
  const lastRequest = await tell(server.url)
  for (const colorScheme of ['light', 'dark']) await takePictures(browser, server.url, lastRequest, colorScheme)
} finally {
  await browser.close()
  await server.close()
}
