import { defineConfig } from '@playwright/test'

/** A suite that fails: what it leaves is read by `test/browser/fixture.spec.ts`. */
export default defineConfig({
  testMatch: 'suite.ts',
  outputDir: '../../../node_modules/.cache/playwright-failing',
  workers: 1,
  reporter: 'json',
})
