import { defineConfig } from 'vitest/config'

// A project of somebody else, run by reporter.test.ts as a process of its own.
export default defineConfig({
  test: {
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
