import { defineConfig } from '@playwright/test'

/** A failing suite, whose results `test/browser/fixture.spec.ts` reads. */
export default defineConfig({
  testMatch: 'suite.ts',
  outputDir: '../../../node_modules/.cache/playwright-failing',
  workers: 1,
  reporter: 'json',
})
