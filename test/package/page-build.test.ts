import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, vi } from 'vitest'
import { test } from '../support/folder.ts'
import { isMsw2 } from '../support/msw-version.ts'
import { bundlers, writePage } from '../support/page-build.ts'

const LIMIT_KB = 270

// Vitest sets it to "test", and Vite takes that for development.
beforeEach(() => {
  vi.stubEnv('NODE_ENV', 'production')
})
afterEach(() => {
  vi.unstubAllEnvs()
})

describe.for(Object.entries(bundlers))('%s', ([, bundle]) => {
  test.runIf(isMsw2)(`makes at most ${LIMIT_KB} kB of the simulator and MSW`, async ({ folder }) => {
    await writePage(folder, "import { startSimulator } from 'deploymock/browser'\nawait startSimulator()")
    const { loaded } = await bundle(folder)
    const kilobytes = loaded.map((script) => gzipSync(script).length / 1000).reduce((sum, each) => sum + each)
    expect(kilobytes).toBeLessThanOrEqual(LIMIT_KB)
    // Less would mean that something is missing.
    expect(kilobytes).toBeGreaterThan(150)
  })

  test('leaves nothing of the simulator in a production build', async ({ folder }) => {
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
})
