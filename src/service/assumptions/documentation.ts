import type { RegisterEntry } from '../../engine/define/register-entry.ts'

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
