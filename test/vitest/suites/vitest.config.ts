import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/vitest/suites/*.suite.ts'],
    // The package is installed for its users, and Vitest does not transform installed packages.
    server: { deps: { external: [/\/dist\//] } },
  },
})
