import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    reporters: ['default', ['deploymock/vitest-reporter', { folder: process.env.DEPLOYMOCK_COVERAGE }]],
    // In this repository, the package is a link, which Vitest would transform. It leaves installed packages alone.
    server: { deps: { external: [/\/dist\//] } },
  },
})
