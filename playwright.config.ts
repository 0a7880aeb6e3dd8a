import { defineConfig } from '@playwright/test'
import { findChromium } from './test/browser/support/find-chromium.ts'

export default defineConfig({
  testDir: 'test/browser',
  testMatch: '*.spec.ts',
  outputDir: 'node_modules/.cache/playwright',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  reporter: 'list',
  // Nothing waits for time to pass; a machine that does much else is slow all the same.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    launchOptions: {
      executablePath: findChromium(),
      // This machine by a name that browsers do not take for it: what is served there is not secure.
      args: ['--host-resolver-rules=MAP shop.test 127.0.0.1'],
    },
  },
})
