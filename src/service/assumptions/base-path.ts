import type { RegisterEntry } from '../../engine/define/register-entry.ts'
import { basePaths } from './free-values.ts'

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
