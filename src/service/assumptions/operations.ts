import { basePaths } from './free-values.ts'
import type { RegisterEntry } from './presets.ts'

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

/** Where the service is. */
export const basePathQuestions = {
  versionPrefix: {
    section: '9',
    question: 'Is /v2 at the root or under a base path?',
    advice: 'Make the base URL a setting of the client.',
    values: { root: 'At the root.' },
    freeValue: basePaths,
    spec: 'root',
    langsmith: 'root,/api-host',
  },
} as const satisfies Record<string, RegisterEntry>

/** What the service says about itself. */
export const documentationQuestions = {
  documentation: {
    section: '4',
    question: 'Does the service describe itself?',
    values: {
      absent: 'No.',
      served:
        'Yes: GET /openapi.json returns its OpenAPI document, and GET /docs a page with its operations. Neither needs credentials.',
    },
    spec: 'absent',
    langsmith: 'served',
    advice: 'Generate clients from a copy of the document, and do not load it while the client runs.',
  },
} as const satisfies Record<string, RegisterEntry>
