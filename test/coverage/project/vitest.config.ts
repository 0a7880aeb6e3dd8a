import { defineConfig } from 'vitest/config'

const { TEST_BLOB } = process.env
const blob: ['blob', { outputFile: string }][] = TEST_BLOB === undefined ? [] : [['blob', { outputFile: TEST_BLOB }]]

// A user's project, which reporter.test.ts runs in a separate process.
export default defineConfig({
  test: {
    experimental: { fsModuleCache: true },
    // Vitest does not transform a package that is installed, but it does transform one that is linked.
    server: { deps: { external: process.env.TEST_LINKED === undefined ? [/\/dist\//] : [] } },
    reporters: [
      'default',
      ...blob,
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
