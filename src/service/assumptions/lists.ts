import type { RegisterEntry } from './presets.ts'

/** The order of lists, and the length and the offset of a page. */
export const listQuestions = {
  providerOrdering: {
    section: '4.1',
    question: 'In which order are OAuth providers listed?',
    advice: 'Sort the OAuth providers in the client, or find them by their id.',
    values: {
      created: 'By created_at, oldest first.',
      name: 'By name.',
      shuffled: 'In an arbitrary order that is always the same.',
    },
    spec: 'created',
  },
  deploymentOrdering: {
    section: '4.4',
    question: 'In which order are deployments listed?',
    advice: 'Sort the deployments in the client, or ask the owner of the service for their order.',
    values: {
      createdDescending: 'By created_at, newest first; ties by id.',
      createdAscending: 'By created_at, oldest first; ties by id.',
      name: 'By name; ties by id.',
      updatedDescending: 'By updated_at, latest first; ties by id.',
      shuffled: 'In an arbitrary order that is the same within a world.',
    },
    spec: 'createdDescending',
  },
  lastPageOffset: {
    section: '2.10',
    question: 'Which offset does a page contain?',
    advice:
      'Stop at an empty page, at an error past the end, and at a page whose offset is not above that of its request. Do not take an offset for the number of deployments: count the records of all pages.',
    values: {
      returned: 'The offset of the request plus the number of records returned.',
      limit: 'The offset of the request plus its limit, also on the last page.',
      zeroAtEnd: 'Like returned, but 0 if no more records follow.',
    },
    spec: 'returned',
    // It would skip what a short page lacks.
    excludes: { limit: { shortPages: ['sometimes'] } },
  },
  shortPages: {
    section: '2.10, 4.4',
    question: 'Can a page have fewer records than its limit although more follow?',
    advice:
      'Go on after a short page: pages end as lastPageOffset says. Do not take the length of a page for its limit.',
    values: {
      never: 'No: only the last one is shorter.',
      sometimes:
        'Yes: one that others follow has at least half of its limit, and fewer than its limit, unless that is 1. Its offset is that of the next record.',
    },
    spec: 'never',
  },
} as const satisfies Record<string, RegisterEntry>
