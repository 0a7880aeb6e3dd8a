import type { RegisterEntry } from './presets.ts'

/** Who may call the service, and how often. */
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
      keyBearerOrService:
        'X-Api-Key; Authorization: Bearer, also with an API key; or X-Service-Key with X-User-Id, as other services send them.',
    },
    spec: 'none',
    langsmith: 'keyBearerOrService',
  },
  authenticationFailure: {
    section: '5, 7',
    question: 'Which status do missing credentials get?',
    advice: 'Treat 401 and 403 alike: ask for credentials.',
    values: {
      403: 'Status 403, as FastAPI responds before version 0.122.',
      401: 'Status 401 with WWW-Authenticate, as FastAPI responds since version 0.122. No response of the public service is known, but its framework is.',
    },
    spec: '403',
    langsmith: '401',
  },
  keyScope: {
    section: '5',
    question: 'Does an API key belong to a workspace?',
    advice:
      'Send X-Tenant-Id with every request, and tell users about this error that they have to choose a workspace.',
    values: {
      workspace: 'Yes.',
      organization:
        'No, to an organization: a request with a key but without X-Tenant-Id gets 403 with the text of the public service.',
    },
    spec: 'workspace',
  },
  deploymentFeature: {
    isOfAccount: true,
    section: '5',
    question: 'May the organization use deployments at all?',
    advice: 'Show the detail of a 403 to the user instead of asking for other credentials.',
    values: {
      enabled: 'Yes.',
      notEnabled: 'No: every operation responds 403 with the text of the public service.',
    },
    spec: 'enabled',
  },
  crossOrigin: {
    section: '4, 5',
    question: 'May pages of other origins call the service?',
    advice: 'Call the service from your own server instead of from a page.',
    values: {
      open: 'Yes: preflight requests are answered, and pages can read the responses.',
      none: 'No: responses have no CORS headers, and a preflight request is treated like any other OPTIONS request. Only a server shows the difference, because CORS does not apply to requests that are intercepted.',
    },
    spec: 'open',
  },
  rateLimit: {
    section: '8',
    question: 'Are requests limited?',
    advice: 'Wait as long as Retry-After says after 429, and try again.',
    values: { none: 'No.', limited: '1000 requests in 10 seconds on the world’s clock, then 429 with Retry-After.' },
    spec: 'none',
  },
} as const satisfies Record<string, RegisterEntry>
