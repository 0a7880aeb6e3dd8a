import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Nothing waits for time to pass; a machine that does much else is slow all the same.
    testTimeout: 30_000,
    // By default one core is left to the watcher that `vitest run` does not have.
    maxWorkers: '100%',
    setupFiles: ['test/setup.ts'],
  },
})
