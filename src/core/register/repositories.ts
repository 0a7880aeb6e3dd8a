import { fieldNames, pathTemplates } from './free-values.ts'
import type { RegisterEntry } from './register-entry.ts'

/** The repositories of an integration: where they are listed, and what a list contains. */
export const repositoryQuestions = {
  repositoryPaths: {
    section: '4.2, 4.3',
    question: 'Where are the two repository listings?',
    values: {
      v1: '/v1/integrations/github/{integration_id}/repos and /v1/integrations/forge/github/{integration_id}/repos.',
      v2: 'The same two paths under /v2.',
    },
    freeValue: pathTemplates,
    spec: 'v1',
  },
  repositoryFields: {
    section: '2.2',
    question: 'What are the six fields of a repository called?',
    values: {
      short: 'host_integration_id, id, name, owner, url, default_branch.',
      long: 'integration_id, repository_id, repository_name, repository_owner, repository_url, default_branch.',
    },
    freeValue: fieldNames,
    spec: 'short',
  },
  repositoryIdType: {
    section: '2.2',
    question: 'Is the repository id a JSON string or a number?',
    values: { string: 'A string.', integer: 'An integer.' },
    spec: 'string',
    langsmith: 'integer',
  },
  repositoryEnvelope: {
    section: '4.3',
    question: 'Is a list of repositories a bare array or wrapped?',
    values: {
      array: 'A bare array.',
      resources: 'An object: {"resources": [...]}.',
      items: 'An object: {"items": [...], "next_cursor": null}.',
    },
    spec: 'array',
  },
  repositoryOrdering: {
    section: '4.2',
    question: 'In which order are repositories listed?',
    values: {
      created: 'In the order in which they were added.',
      name: 'By name.',
      shuffled: 'In an arbitrary order that is always the same.',
    },
    spec: 'created',
  },
  integrationIdFormat: {
    section: '4.2',
    question: 'Must the integration id be a UUID?',
    values: { any: 'No: any text is valid.', uuid: 'Yes: anything else gets a validation error.' },
    spec: 'any',
    langsmith: 'uuid',
  },
  unknownIntegration: {
    section: '4.2, 7',
    question: 'What if the integration id is unknown?',
    values: { 404: 'Status 404.', empty: 'An empty list.', 403: 'Status 403.' },
    spec: '404',
  },
} as const satisfies Record<string, RegisterEntry>
