import type { RegisterEntry } from './register-entry.ts'

/** Credentials and the rate limit. */
export const accessQuestions = {
  authentication: {
    section: '5',
    question: 'Which credentials are required?',
    advice: 'Send the credentials with every request, or ask the owner of the service which ones are required.',
    values: {
      none: 'None: any are accepted.',
      apiKey: 'X-Api-Key.',
      bearer: 'Authorization: Bearer.',
      apiKeyAndTenant: 'X-Api-Key and X-Tenant-Id.',
      apiKeyOrBearer: 'X-Api-Key or Authorization: Bearer.',
    },
    spec: 'none',
    langsmith: 'apiKeyOrBearer',
  },
  authenticationFailure: {
    section: '5, 7',
    question: 'Which status do missing credentials get?',
    advice: 'Treat 401 and 403 alike: ask for credentials.',
    values: { 403: 'Status 403.', 401: 'Status 401 with WWW-Authenticate.' },
    spec: '403',
  },
  rateLimit: {
    section: '8',
    question: 'Are requests limited?',
    advice: 'Wait as long as Retry-After says after 429, and try again.',
    values: { none: 'No.', limited: '1000 requests in 10 seconds on the world’s clock, then 429 with Retry-After.' },
    spec: 'none',
  },
} as const satisfies Record<string, RegisterEntry>
