import { defineConfig } from 'vitest/config'

// A user's project, which reporter.test.ts runs in a separate process.
export default defineConfig({
  test: {
    // The package is installed for its users, and Vitest does not transform installed packages.
    server: { deps: { external: [/\/dist\//] } },
    reporters: [
      'default',
      [
        'deploymock/vitest-reporter',
        {
          threshold: Number(process.env.TEST_THRESHOLD ?? 0),
          ...(process.env.TEST_FOLDER === undefined ? {} : { folder: process.env.TEST_FOLDER }),
        },
      ],
    ],
  },
})
