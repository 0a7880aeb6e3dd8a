import { defineConfig } from '@playwright/test'
import { findChromium } from './support/find-chromium.ts'

export default defineConfig({
  testMatch: '*.spec.ts',
  outputDir: '../../node_modules/.cache/playwright',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  reporter: 'list',
  // Long enough for a busy machine.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    launchOptions: {
      executablePath: findChromium(),
      // A name for this machine that browsers do not trust, so that pages served there are not secure.
      args: ['--host-resolver-rules=MAP shop.test 127.0.0.1'],
    },
  },
})
