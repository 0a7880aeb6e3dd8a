/**
 * The parts of the core, each with the tests that are to fail for its mutants. One part is one run:
 * its results are saved when it ends, and the next run repeats only what has changed since.
 */
export const PARTS = {
  'src/core/behaviour': {
    tests: [
      'test/behaviour/*.test.ts',
      'test/sessions/journal.test.ts',
      'test/adapters/conformance.test.ts',
      'test/control/faults-and-requests.test.ts',
    ],
  },
  'src/core/coverage': { tests: ['test/coverage/{collection,command,coverage,tally}.test.ts'] },
  'src/core/sessions': {
    tests: [
      'test/sessions/*.test.ts',
      'test/behaviour/{clock,leaving}.test.ts',
      'test/control/{calls,events,memory,worlds}.test.ts',
    ],
  },
  'src/core/adapters': {
    tests: [
      'test/adapters/conformance.test.ts',
      'test/behaviour/leaving.test.ts',
      'test/core/{fetch,half-characters,limits}.test.ts',
    ],
  },
  'src/core': {
    // Not the folders in it.
    files: ['src/core/*.ts'],
    tests: [
      'test/core/{byte-budget,fetch,half-characters,paths,steps,work}.test.ts',
      'test/behaviour/{fault-forms,leaving}.test.ts',
      'test/sessions/*.test.ts',
      'test/control/{calls,events,memory}.test.ts',
      'test/data/{least-scenario,worlds}.test.ts',
    ],
  },
  'src/core/control': { tests: ['test/control/*.test.ts', 'test/sessions/session-pool.test.ts'] },
  'src/core/contract/validation': { tests: ['test/core/*.test.ts', 'test/adapters/vectors.test.ts'] },
  'src/core/contract/register': {
    tests: ['test/core/{assumptions,register,wire}.test.ts', 'test/control/calls.test.ts'],
  },
}
