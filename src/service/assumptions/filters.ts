import type { RegisterEntry } from './presets.ts'

/** What the filters of deployments match. */
export const filterQuestions = {
  unknownStatus: {
    section: '4.4, 7',
    question: 'What if the status filter has an unknown value?',
    advice: 'Send only status values that the service has documented or sent.',
    values: { empty: 'An empty page.', 422: 'A validation error.' },
    spec: 'empty',
  },
  nameMatching: {
    section: '4.4',
    question: 'How does name_contains match?',
    advice:
      'Check the names of the received deployments in the client, or ask the owner of the service how names match.',
    values: {
      substring: 'Anywhere in the name. Case matters.',
      prefix: 'At the start of the name. Case matters.',
      substringIgnoringCase: 'Anywhere in the name. Case does not matter.',
    },
    spec: 'substring',
  },
  imageVersionMatching: {
    section: '4.4',
    question: 'How does image_version match?',
    advice: 'Compare the image versions of the received deployments in the client.',
    values: { exact: 'It must be the whole version.', prefix: 'It must be the start of the version.' },
    spec: 'exact',
  },
  tagMatching: {
    section: '4.4',
    question: 'Must a deployment have any or all of the tag values?',
    advice: 'Filter by one tag value at a time, and combine the results in the client.',
    values: { any: 'Any of them.', all: 'All of them.' },
    spec: 'any',
  },
  emptyFilter: {
    section: '4.4',
    question:
      'What does an empty filter mean (name_contains=, status=, tag_value_ids=, image_version=, deployment_ids=)?',
    advice: 'Leave a parameter out instead of sending it empty.',
    values: {
      ignored: 'It is ignored.',
      matchesNothing: 'It matches no deployment, except for name_contains: every name contains the empty text.',
      422: 'A validation error.',
    },
    spec: 'ignored',
  },
  malformedIdInList: {
    section: '4.4, 7',
    question: 'What if a comma-separated list contains a malformed id?',
    advice: 'Validate ids before you send them.',
    values: {
      ignored:
        'It matches nothing. Every spelling of a UUID is well-formed: an id without hyphens matches like the one with hyphens. Empty ids are skipped, so a list of commas or blanks alone (",,") is an empty filter (emptyFilter).',
      422: 'A validation error. The same spellings are well-formed, and empty ids are skipped, too.',
    },
    spec: 'ignored',
  },
} as const satisfies Record<string, RegisterEntry>
