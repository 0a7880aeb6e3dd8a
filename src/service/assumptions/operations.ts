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

/** What a workspace has besides its deployments: listeners, OAuth providers and their tokens. */
export const tenantQuestions = {
  listenerCreation: {
    section: '1',
    question: 'May the workspace create listeners?',
    advice: 'Handle 403: only organizations with a self-hosted plan can create listeners.',
    values: { allowed: 'Yes.', forbidden: 'No: status 403.' },
    spec: 'allowed',
  },
  duplicateProvider: {
    section: '1',
    question: 'Which status does a new OAuth provider with the id of another one get?',
    advice: 'Treat 400 and 409 alike when you create an OAuth provider.',
    values: { 409: 'Status 409.', 400: 'Status 400.' },
    spec: '409',
  },
  authorizationUrl: {
    section: '1',
    question: 'Where does the URL of an authentication lead?',
    advice: 'Open the URL in a browser, and wait for the authentication instead of reading its parameters.',
    values: {
      callback: 'To the callback, which completes the authentication as if the user had agreed.',
      provider: 'To the auth_url of the OAuth provider, with the parameters of OAuth.',
    },
    spec: 'callback',
  },
} as const satisfies Record<string, RegisterEntry>

/** What the logs of revisions contain. They only exist with `operations: upstream`. */
export const logQuestions = {
  logTimestamps: {
    section: '1',
    question: 'How are the timestamps of log lines written?',
    advice: 'Accept both numbers and strings.',
    values: {
      milliseconds: 'As a number of milliseconds since the Unix epoch.',
      text: 'As a date-time, like the timestamps of records.',
    },
    spec: 'milliseconds',
  },
  logLevel: {
    section: '1',
    question: 'Which lines does the parameter level of a log select?',
    advice: 'Compare the levels of the lines yourself.',
    values: {
      atLeast: 'Those of this level and of all more severe ones.',
      exact: 'Only those of this level.',
    },
    spec: 'atLeast',
  },
  logEnd: {
    section: '1',
    question: 'Where does the last page of a log in ascending order say that the next one begins?',
    advice: 'Stop at a page without lines or without a next offset. Keep the last offset to continue later.',
    values: {
      afterLastLine: 'After its last line, because a log can grow. Only a page without lines has no next offset.',
      nowhere: 'Nowhere: its next offset is null.',
    },
    spec: 'afterLastLine',
  },
} as const satisfies Record<string, RegisterEntry>
