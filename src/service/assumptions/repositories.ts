import { fieldNames, pathTemplates } from './free-values.ts'
import type { RegisterEntry } from './presets.ts'

/** The repositories of an integration: where they are listed, and what a list contains. */
export const repositoryQuestions = {
  repositoryPaths: {
    section: '4.2, 4.3',
    question: 'Where are the two repository listings?',
    advice: 'Keep the path of each listing in one place of the client, or ask the owner of the service where they are.',
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
    advice: 'Read the fields of a repository in one place of the client, and report missing ones there.',
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
    advice: 'Convert the id to text when you read it, and compare the texts.',
    values: { string: 'A string.', integer: 'An integer.' },
    spec: 'string',
    langsmith: 'integer',
  },
  repositoryEnvelope: {
    section: '4.3',
    question: 'Is a list of repositories a bare array or wrapped?',
    advice:
      'Unwrap the list in one place of the client that accepts an array and an object, or ask the owner of the service.',
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
    advice: 'Sort the repositories in the client, or ask the owner of the service for their order.',
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
    advice: 'Only request integrations by ids that the service has sent.',
    values: { any: 'No: any text is valid.', uuid: 'Yes: anything else gets a validation error.' },
    spec: 'any',
    langsmith: 'uuid',
  },
  unknownIntegration: {
    section: '4.2, 7',
    question: 'What if the integration id is unknown?',
    advice: 'Treat 403, 404 and an empty list alike when you list the repositories of an integration.',
    values: { 404: 'Status 404.', empty: 'An empty list.', 403: 'Status 403.' },
    spec: '404',
  },
} as const satisfies Record<string, RegisterEntry>
