import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { test } from '../support/folder.ts'
import { isMsw2 } from '../support/msw-version.ts'
import { bundlers, bundleWorker, type PageBuild, writePage } from '../support/page-build.ts'
import { sample } from '../support/scope.ts'
import { ADDED_KB, LATE_KB, PAGES_KB, SLACK, WORKER_KB } from '../support/sizes.ts'

const MSW_PAGE = `
  import { http, HttpResponse } from 'msw'
  import { setupWorker } from 'msw/browser'
  await setupWorker(http.get('/', () => new HttpResponse())).start()
`
const SIMULATED_PAGE = "import { startSimulator } from 'deploymock/browser'\nawait startSimulator()"

// Vitest sets it to "test", and Vite takes that for development.
beforeEach(() => {
  vi.stubEnv('NODE_ENV', 'production')
})
afterEach(() => {
  vi.unstubAllEnvs()
})

for (const [name, bundle] of sample(Object.entries(bundlers), 3)) {
  test.runIf(isMsw2)(
    `${name} makes no more of the simulator and MSW than the documentation says`,
    async ({ folder }) => {
      await writePage(folder, SIMULATED_PAGE)
      const { loaded, lazy } = await bundle(folder)
      const simulated = measure(loaded)
      expect(measure(lazy)).toBeLessThanOrEqual(LATE_KB[name as keyof typeof LATE_KB] * SLACK)
      expect(simulated).toBeLessThanOrEqual(PAGES_KB[name as keyof typeof PAGES_KB] * SLACK)
      await folder.write('main.ts', MSW_PAGE)
      const added = simulated - measure((await bundle(folder)).loaded)
      expect(added).toBeLessThanOrEqual(ADDED_KB * SLACK)
      // Less would mean that something is missing.
      expect(added).toBeGreaterThan(100)
    },
  )

  test(`${name} leaves nothing of the simulator in a production build`, async ({ folder }) => {
    const page = 'document.body.append("Deployments")'
    await writePage(
      folder,
      `
        if (import.meta.env.DEV) {
          const { startSimulator } = await import('deploymock/browser')
          await startSimulator({ baseUrl: 'https://api.example.com' })
        }
        ${page}
      `,
    )
    const { loaded, lazy } = await bundle(folder)
    const script = [...loaded, ...lazy].join('\n')
    expect(script.includes('Deployments')).toBe(true)
    expect(script.match(/deploymock|mockServiceWorker|startSimulator/g) ?? []).toEqual([])
    // Vite adds a few lines that preload modules.
    expect(script.length).toBeLessThan(2_000)
  })
}

test('a worker contains no more of the simulator than the documentation says, and nothing of MSW', async ({
  folder,
}) => {
  await writePage(folder, "import { createSimulator } from 'deploymock/fetch'\nexport default createSimulator()")
  const script = await bundleWorker(folder)
  expect(script.length).toBeLessThanOrEqual(WORKER_KB.minified * 1000 * SLACK)
  expect(measure([script])).toBeLessThanOrEqual(WORKER_KB.gzip * SLACK)
  expect(script.match(/mockServiceWorker|localStorage|tldts/g) ?? []).toEqual([])
  const page = readFileSync(new URL('../../docs/previews.md', import.meta.url), 'utf8')
  expect(page).toContain(`${WORKER_KB.minified} kB minified in one script, ${WORKER_KB.gzip} kB with gzip`)
})

function measure(scripts: PageBuild['loaded']): number {
  return scripts.map((script) => gzipSync(script).length / 1000).reduce((sum, each) => sum + each, 0)
}

const { exports } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const ofNode = Object.keys(exports).filter((name) => exports[name].browser !== undefined)
const NODE_ONLY = 'Failed to load deploymock: this entry needs Node, and this is a page. Use "deploymock/browser"'

for (const bundler of ['Vite', 'esbuild'] as const) {
  test.for(sample(ofNode, 3))(
    `a page that ${bundler} builds with the entry %s says what to use instead`,
    async (name, { folder }) => {
      // Of all names, a bundler knows only those that it finds.
      await writePage(folder, `import * as all from 'deploymock${name.slice(1)}'\nconsole.log(all.anything)`)
      const { loaded } = await bundlers[bundler](folder)
      expect(loaded.join('\n')).toContain(NODE_ONLY)
    },
  )
}

test('in a process, the condition "browser" changes no entry', () => {
  for (const name of ofNode) {
    const { browser, require, default: usual } = exports[name]
    expect(browser.node).toEqual(require === undefined ? usual : { require: require.default, default: usual })
  }
})
