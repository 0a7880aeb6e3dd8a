import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { reporters: ['default', ['deploymock/vitest-reporter', { folder: process.env.DEPLOYMOCK_COVERAGE }]] },
})
