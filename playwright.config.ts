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
  timeout: 30_000,
  use: {
    launchOptions: {
      executablePath: findChromium(),
      // This machine by a name that browsers do not take for it: what is served there is not secure.
      args: ['--host-resolver-rules=MAP shop.test 127.0.0.1'],
    },
  },
})
