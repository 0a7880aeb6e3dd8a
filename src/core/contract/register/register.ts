import { basePaths, type FreeValue, fieldNames, pathTemplates, statusList } from './free-values.ts'

/** What stands in the register for one question that the interface leaves open. */
export interface RegisterEntry {
  /** The section of the interface that leaves it open. */
  readonly section: string
  readonly question: string
  /** The values that have a name, each with what it means. */
  readonly values: Readonly<Record<string, string>>
  /** What may be given beside the named values. */
  readonly freeValue?: FreeValue
  /** The value of each preset; `langsmith` only where it differs. */
  readonly spec: string
  readonly langsmith?: string
  /** Values that are known but not simulated yet, each with the reason. Choosing one fails. */
  readonly planned?: Readonly<Record<string, string>>
}

/**
 * Everything that the interface leaves open, by id. An id is part of the public interface:
 * it stays. What the interface does say is not in here and cannot be switched.
 */
export const register = {
  repositoryPaths: {
    section: '4.2, 4.3',
    question: 'Where are the two repository listings?',
    values: {
      v1: '/v1/integrations/github/{integration_id}/repos and /v1/integrations/forge/github/{integration_id}/repos.',
      v2: 'The same two under /v2.',
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
      created: 'In the order in which the integration was given them.',
      name: 'By name.',
      shuffled: 'In no order that means anything, but always the same.',
    },
    spec: 'created',
  },
  integrationIdFormat: {
    section: '4.2',
    question: 'Must the integration id be a UUID?',
    values: { any: 'Any text.', uuid: 'A UUID; anything else gets the validation error.' },
    spec: 'any',
    langsmith: 'uuid',
  },
  unknownIntegration: {
    section: '4.2, 7',
    question: 'What does an unknown integration id get?',
    values: { 404: 'Status 404.', empty: 'An empty list.', 403: 'Status 403.' },
    spec: '404',
  },
  providerOrdering: {
    section: '4.1',
    question: 'In which order are OAuth providers listed?',
    values: {
      created: 'By created_at, the oldest first.',
      name: 'By name.',
      shuffled: 'In no order that means anything, but always the same.',
    },
    spec: 'created',
  },
  deploymentOrdering: {
    section: '4.4',
    question: 'In which order are deployments listed?',
    values: {
      createdDescending: 'By created_at, the youngest first; ties by id.',
      createdAscending: 'By created_at, the oldest first; ties by id.',
      name: 'By name; ties by id.',
      updatedDescending: 'By updated_at, the latest first; ties by id.',
      shuffled: 'In no order that means anything, but the same within a world.',
    },
    spec: 'createdDescending',
  },
  lastPageOffset: {
    section: '2.10',
    question: 'Which offset does a page name?',
    values: {
      returned: 'The offset of the request plus the count of records returned.',
      limit: 'The offset of the request plus its limit, on the last page too.',
      zeroAtEnd: 'Like returned, but 0 once nothing follows.',
    },
    spec: 'returned',
  },
  optionalFields: {
    section: '2.3',
    question: 'Is a field without a value absent or null?',
    values: { null: 'It is there and null.', absent: 'It is left out.' },
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
  },
  recordShape: {
    section: '2.3 to 2.5',
    question: 'Does a deployment have only the fields that are written?',
    values: {
      written: 'Only those.',
      upstream:
        'Also source, status and source_config.deployment_type, and langgraph_config_path in place of graph_config_path.',
    },
    spec: 'written',
    langsmith: 'upstream',
  },
  unknownFields: {
    section: '2.3',
    question: 'May records carry fields that the client has never heard of?',
    values: { none: 'No.', extra: 'A few unannounced ones, in the middle and at the end.' },
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
    question: 'What do the free-form objects hold?',
    values: {
      typical: 'What Kubernetes would take.',
      empty: 'Nothing.',
      nested: 'Deep structures with unusual keys.',
    },
    spec: 'typical',
  },
  timestampFormat: {
    section: '2.1, 2.3',
    question: 'How are date-times written?',
    values: {
      microsecondsZ: 'With six fraction digits, or none when they are zero, and Z.',
      millisecondsZ: 'With three fraction digits and Z.',
      secondsZ: 'Without a fraction and with Z.',
      offset: 'Like microsecondsZ, but with +00:00 in place of Z.',
    },
    spec: 'microsecondsZ',
  },
  statusValues: {
    section: '3',
    question: 'Which status values exist?',
    values: {
      known: 'AWAITING_DATABASE, READY, UNUSED, AWAITING_DELETE, UNKNOWN.',
      extra: 'The known ones, and HIBERNATED, which no client has heard of.',
    },
    freeValue: statusList,
    spec: 'known',
  },
  unknownStatus: {
    section: '4.4, 7',
    question: 'What does an unknown status in the filter get?',
    values: { empty: 'An empty page.', 422: 'The validation error.' },
    spec: 'empty',
  },
  nameMatching: {
    section: '4.4',
    question: 'How does name_contains match?',
    values: {
      substring: 'Anywhere in the name, letter for letter.',
      prefix: 'At the start of the name.',
      substringIgnoringCase: 'Anywhere in the name, in either case.',
    },
    spec: 'substring',
  },
  imageVersionMatching: {
    section: '4.4',
    question: 'How does image_version match?',
    values: { exact: 'The whole version.', prefix: 'The start of the version.' },
    spec: 'exact',
  },
  tagMatching: {
    section: '4.4',
    question: 'Must a deployment have any or all of the tag values?',
    values: { any: 'Any of them.', all: 'All of them.' },
    spec: 'any',
  },
  emptyFilter: {
    section: '4.4',
    question:
      'What does an empty filter mean (name_contains=, status=, tag_value_ids=, image_version=, deployment_ids=)?',
    values: {
      ignored: 'No filter.',
      matchesNothing: 'A filter that nothing matches, but for name_contains: every name contains the empty text.',
      422: 'The validation error.',
    },
    spec: 'ignored',
  },
  malformedIdInList: {
    section: '4.4, 7',
    question: 'What does a malformed id in a comma-separated list do?',
    values: { ignored: 'It matches nothing.', 422: 'The validation error.' },
    spec: 'ignored',
  },
  repeatedParameter: {
    section: '4.4',
    question: 'What does a parameter mean that is given twice?',
    values: { last: 'The last one counts.', first: 'The first one counts.', 422: 'The validation error.' },
    spec: 'last',
  },
  unknownParameter: {
    section: '4.1 to 4.4',
    question: 'What does a parameter do that the interface does not name?',
    values: { ignored: 'Nothing.', 422: 'The validation error.' },
    spec: 'ignored',
  },
  integerSyntax: {
    section: '4.4',
    question: 'Which spellings of an integer count?',
    values: { pydantic: 'Digits, and also "+5", " 5 ", "05", "1_0" and "1.0".', decimal: 'Digits only.' },
    spec: 'pydantic',
  },
  booleanSyntax: {
    section: '4.4',
    question: 'Which spellings of a boolean count?',
    values: {
      pydantic: 'true/false, 1/0, yes/no, on/off, t/f and y/n, in either case.',
      strict: 'true and false.',
    },
    spec: 'pydantic',
  },
  offsetBeyondEnd: {
    section: '4.4',
    question: 'What does an offset past the last record get?',
    values: { empty: 'An empty page.', 404: 'Status 404.', 422: 'The validation error.' },
    spec: 'empty',
  },
  errorBody: {
    section: '7',
    question: 'What does the body of an error look like?',
    values: {
      fastapi: '{"detail": ...}: a text, or for validation a list of {type, loc, msg, input, ctx}.',
      problem: 'RFC 9457: {type, title, status, detail} as application/problem+json.',
      message: '{"error": {"code", "message"}}.',
    },
    spec: 'fastapi',
  },
  validationStatus: {
    section: '7',
    question: 'Which status has the answer to a request that breaks a constraint?',
    values: { 422: 'Status 422.', 400: 'Status 400.' },
    spec: '422',
  },
  validationErrors: {
    section: '7',
    question: 'How many errors does a validation error list, and how much of each input?',
    values: {
      first100:
        'The first 100 errors. Inputs are echoed whole up to 64 KiB in all; beyond that, an input over 100 bytes is cut to 100 characters and "...".',
      all: 'All errors, up to 10000. Inputs are echoed whole up to 1 MiB in all; beyond that, they are cut in the same way.',
    },
    spec: 'first100',
    langsmith: 'all',
  },
  methodNotAllowed: {
    section: '7',
    question: 'What does a known path get with another method?',
    values: { 405: 'Status 405 with Allow.', 404: 'Status 404.' },
    spec: '405',
  },
  headRequests: {
    section: '4',
    question: 'Does HEAD work where GET does?',
    values: { 405: 'No: it is another method.', 200: 'Yes: the answer to GET without its body.' },
    spec: '405',
  },
  trailingSlash: {
    section: '4',
    question: 'What does a known path get with a slash at its end?',
    values: {
      redirect: 'Status 307 to the path without it.',
      404: 'Status 404.',
      same: 'The same as without it.',
    },
    spec: 'redirect',
  },
  authentication: {
    section: '5',
    question: 'Which credentials are needed?',
    values: {
      none: 'None; any are accepted.',
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
    question: 'What do missing credentials get?',
    values: { 403: 'Status 403.', 401: 'Status 401 with WWW-Authenticate.' },
    spec: '403',
  },
  rateLimit: {
    section: '8',
    question: 'Are requests limited?',
    values: { none: 'No.', limited: '1000 in 10 seconds of the world’s clock, then 429 with Retry-After.' },
    spec: 'none',
  },
  creation: {
    section: '1, 2.2',
    question: 'What does POST /v2/deployments do?',
    values: {
      simulated:
        'It takes integration_id (at the top or in source_config), source_config.repo_url and source_revision_config.repo_ref, and answers 201 with a record that the list then shows.',
      absent: 'Nothing: the method is not allowed.',
      accepted: 'It answers 202, and the record appears later.',
      upstream: 'The full creation of the public service.',
    },
    spec: 'simulated',
    planned: {
      accepted: 'What the record is before it appears is not known.',
      upstream: 'The langsmith preset takes simulated until then.',
    },
  },
  creationReferences: {
    section: '1, 2.2',
    question: 'Must a creation name an integration and a repository that exist?',
    values: {
      checked: 'Yes: an unknown integration gets what unknownIntegration says, an unlisted repository gets 400.',
      unchecked: 'No: any are taken.',
    },
    spec: 'checked',
  },
  duplicateName: {
    section: '1',
    question: 'What does a creation get whose name another deployment has?',
    values: { accepted: 'A second deployment of that name.', 409: 'Status 409.' },
    spec: 'accepted',
    langsmith: '409',
  },
  statusTransitions: {
    section: '3',
    question: 'How does the status of a new deployment move?',
    values: {
      awaiting: 'AWAITING_DATABASE, then READY after 30 seconds of the world’s clock.',
      instant: 'READY at once.',
      stuck: 'AWAITING_DATABASE for ever.',
      fails: 'AWAITING_DATABASE, then UNKNOWN after 30 seconds of the world’s clock.',
    },
    spec: 'awaiting',
  },
  versionPrefix: {
    section: '9',
    question: 'Is /v2 at the root or under a base path?',
    values: { root: 'At the root.' },
    freeValue: basePaths,
    spec: 'root',
    langsmith: 'root,/api-host',
  },
} as const satisfies Record<string, RegisterEntry>

export type AssumptionId = keyof typeof register

/** The presets: named sets of values for every entry of the register. */
export const PRESETS = ['spec', 'langsmith'] as const
export type Preset = (typeof PRESETS)[number]

/** The value that a preset gives an entry. */
export type PresetValue<Id extends AssumptionId, Name extends Preset> = Name extends keyof (typeof register)[Id]
  ? (typeof register)[Id][Name]
  : (typeof register)[Id]['spec']
