import { defineConfig } from 'vitest/config'
import { service } from './issues.ts'

export default defineConfig({
  test: {
    include: ['*.test.ts'],
    reporters: ['default', ['deploymock/vitest-reporter', { service, folder: process.env.DEPLOYMOCK_COVERAGE }]],
  },
})
