import type { RegisterEntry } from './register-entry.ts'

/** What a workspace has besides its deployments: listeners, OAuth providers and their tokens. */
export const tenantQuestions = {
  listenerCreation: {
    section: '1',
    question: 'May the workspace create listeners?',
    advice: 'Handle 403: only organizations with a self-hosted plan can create listeners.',
    values: { allowed: 'Yes.', forbidden: 'No: status 403.' },
    spec: 'allowed',
  },
} as const satisfies Record<string, RegisterEntry>
