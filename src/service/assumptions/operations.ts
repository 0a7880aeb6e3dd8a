import type { RegisterEntry } from '../../engine/define/register-entry.ts'

/** Which operations there are. */
export const operationQuestions = {
  operations: {
    section: '1',
    question: 'Which operations exist besides those in the contract?',
    advice: 'Use only the operations in the contract.',
    values: {
      written: 'None, apart from those that other entries of the register add.',
      upstream: 'All operations of the public service.',
    },
    spec: 'written',
    langsmith: 'upstream',
    excludes: {
      written: { listenerCreation: ['forbidden'], duplicateProvider: ['400'], authorizationUrl: ['provider'] },
    },
  },
} as const satisfies Record<string, RegisterEntry>
