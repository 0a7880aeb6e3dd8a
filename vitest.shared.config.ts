import { defineConfig } from 'vitest/config'

// The tests of a shared instance. They need programs that not everyone has: HAProxy and nginx.
export default defineConfig({
  test: {
    include: ['test/shared-instance/**/*.e2e.ts'],
    setupFiles: ['test/setup.ts'],
    // Each test starts four processes.
    testTimeout: 120_000,
    fileParallelism: false,
  },
})
