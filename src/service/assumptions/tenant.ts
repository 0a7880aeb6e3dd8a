import type { RegisterEntry } from './presets.ts'

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
