import type { RegisterEntry } from './presets.ts'

/** What the logs of revisions contain. They only exist with `operations: upstream`. */
export const logQuestions = {
  logTimestamps: {
    section: '1',
    question: 'How are the timestamps of log lines written?',
    advice: 'Accept both numbers and strings.',
    values: {
      milliseconds: 'As a number of milliseconds since the Unix epoch.',
      text: 'As a date-time, like the timestamps of records.',
    },
    spec: 'milliseconds',
  },
  logLevel: {
    section: '1',
    question: 'Which lines does the parameter level of a log select?',
    advice: 'Compare the levels of the lines yourself.',
    values: {
      atLeast: 'Those of this level and of all more severe ones.',
      exact: 'Only those of this level.',
    },
    spec: 'atLeast',
  },
  logEnd: {
    section: '1',
    question: 'Where does the last page of a log in ascending order say that the next one begins?',
    advice: 'Stop at a page without lines or without a next offset. Keep the last offset to continue later.',
    values: {
      afterLastLine: 'After its last line, because a log can grow. Only a page without lines has no next offset.',
      nowhere: 'Nowhere: its next offset is null.',
    },
    spec: 'afterLastLine',
  },
} as const satisfies Record<string, RegisterEntry>
