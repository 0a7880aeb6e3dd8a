import { statusList } from './free-values.ts'
import type { RegisterEntry } from './register-entry.ts'

/** The fields of a deployment and their values. */
export const deploymentQuestions = {
  optionalFields: {
    section: '2.3',
    question: 'Is a field without a value absent or null?',
    values: { null: 'Null.', absent: 'Absent.' },
    spec: 'null',
  },
  nullableFields: {
    section: '2.3',
    question: 'Which fields of a deployment may have no value?',
    values: {
      some: 'secret_references, latest_revision_id, active_revision_id, image_version and every key of the config objects.',
      none: 'None: every field always has a value.',
    },
    spec: 'some',
    excludes: { none: { optionalFields: ['absent'] } },
  },
  recordShape: {
    section: '2.3 to 2.5',
    question: 'Does a deployment have only the fields in the contract?',
    values: {
      written: 'Yes.',
      upstream:
        'No: it also has source, status and source_config.deployment_type, and langgraph_config_path instead of graph_config_path.',
    },
    spec: 'written',
    langsmith: 'upstream',
  },
  unknownFields: {
    section: '2.3',
    question: 'Can records contain fields that the client does not know?',
    values: { none: 'No.', extra: 'Yes: a few, in the middle and at the end.' },
    spec: 'none',
  },
  secretValues: {
    section: '2.3',
    question: 'Are the values of secrets readable?',
    values: { clear: 'Yes.', masked: 'No: each is "********".', empty: 'No: each is the empty string.' },
    spec: 'clear',
  },
  freeFormObjects: {
    section: '2.9',
    question: 'What do the free-form objects contain?',
    values: {
      typical: 'What Kubernetes would accept.',
      empty: 'Nothing.',
      nested: 'Deep structures with unusual keys.',
    },
    spec: 'typical',
  },
  timestampFormat: {
    section: '2.1, 2.3',
    question: 'How are date-times written?',
    values: {
      microsecondsZ: 'With six decimals, or none if they are all zero, and Z.',
      millisecondsZ: 'With three decimals and Z.',
      secondsZ: 'Without decimals, and with Z.',
      offset: 'Like microsecondsZ, but with +00:00 instead of Z.',
    },
    spec: 'microsecondsZ',
  },
  statusValues: {
    section: '3',
    question: 'Which status values exist?',
    values: {
      known: 'AWAITING_DATABASE, READY, UNUSED, AWAITING_DELETE, UNKNOWN.',
      extra: 'The known ones, and HIBERNATED, which no client knows.',
    },
    freeValue: statusList,
    spec: 'known',
  },
} as const satisfies Record<string, RegisterEntry>
