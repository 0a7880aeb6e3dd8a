import { basePaths, type FreeValue, fieldNames, pathTemplates, statusList } from './free-values.ts'

/** One question that the contract leaves open, and its possible values. */
export interface RegisterEntry {
  /** The section of the contract that leaves it open. */
  readonly section: string
  readonly question: string
  /** The named values, each with its meaning. */
  readonly values: Readonly<Record<string, string>>
  /** Which values are allowed besides the named ones. */
  readonly freeValue?: FreeValue
  /** The value of each preset; `langsmith` only if it differs. */
  readonly spec: string
  readonly langsmith?: string
  /** Values that are not simulated yet, each with the reason. They cannot be chosen. */
  readonly planned?: Readonly<Record<string, string>>
}

/**
 * Everything that the contract leaves open, by id. The ids are part of the public API and never
 * change. What the contract does specify is not in the register and cannot be switched.
 */
export const register = {
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
  providerOrdering: {
    section: '4.1',
    question: 'In which order are OAuth providers listed?',
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
    values: {
      returned: 'The offset of the request plus the number of records returned.',
      limit: 'The offset of the request plus its limit, also on the last page.',
      zeroAtEnd: 'Like returned, but 0 if no more records follow.',
    },
    spec: 'returned',
  },
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
  unknownStatus: {
    section: '4.4, 7',
    question: 'What if the status filter has an unknown value?',
    values: { empty: 'An empty page.', 422: 'A validation error.' },
    spec: 'empty',
  },
  nameMatching: {
    section: '4.4',
    question: 'How does name_contains match?',
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
    values: { exact: 'It must be the whole version.', prefix: 'It must be the start of the version.' },
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
      ignored: 'It is ignored.',
      matchesNothing: 'It matches no deployment, except for name_contains: every name contains the empty text.',
      422: 'A validation error.',
    },
    spec: 'ignored',
  },
  malformedIdInList: {
    section: '4.4, 7',
    question: 'What if a comma-separated list contains a malformed id?',
    values: { ignored: 'It matches nothing.', 422: 'A validation error.' },
    spec: 'ignored',
  },
  repeatedParameter: {
    section: '4.4',
    question: 'What if a parameter is given twice?',
    values: { last: 'The last one is used.', first: 'The first one is used.', 422: 'A validation error.' },
    spec: 'last',
  },
  unknownParameter: {
    section: '4.1 to 4.4',
    question: 'What if a parameter is not in the contract?',
    values: { ignored: 'It is ignored.', 422: 'A validation error.' },
    spec: 'ignored',
  },
  integerSyntax: {
    section: '4.4',
    question: 'Which spellings of an integer are valid?',
    values: { pydantic: 'Digits, and also "+5", " 5 ", "05", "1_0" and "1.0".', decimal: 'Digits only.' },
    spec: 'pydantic',
  },
  booleanSyntax: {
    section: '4.4',
    question: 'Which spellings of a boolean are valid?',
    values: {
      pydantic: 'true/false, 1/0, yes/no, on/off, t/f and y/n. Case does not matter.',
      strict: 'Only true and false.',
    },
    spec: 'pydantic',
  },
  offsetBeyondEnd: {
    section: '4.4',
    question: 'What if the offset is past the last record?',
    values: { empty: 'An empty page.', 404: 'Status 404.', 422: 'A validation error.' },
    spec: 'empty',
  },
  errorBody: {
    section: '7',
    question: 'What does the body of an error look like?',
    values: {
      fastapi: '{"detail": ...}: a text, or a list of {type, loc, msg, input, ctx} for a validation error.',
      problem: 'RFC 9457: {type, title, status, detail} as application/problem+json.',
      message: '{"error": {"code", "message"}}.',
    },
    spec: 'fastapi',
  },
  validationStatus: {
    section: '7',
    question: 'Which status does an invalid request get?',
    values: { 422: 'Status 422.', 400: 'Status 400.' },
    spec: '422',
  },
  validationErrors: {
    section: '7',
    question: 'How many errors does a validation error list, and how much of each input does it repeat?',
    values: {
      first100:
        'The first 100 errors. It repeats up to 64 KiB of inputs in full. After that, an input of more than 100 bytes is cut to 100 characters and "...".',
      all: 'All errors, up to 10000. It repeats up to 1 MiB of inputs in full. After that, inputs are cut in the same way.',
    },
    spec: 'first100',
    langsmith: 'all',
  },
  methodNotAllowed: {
    section: '7',
    question: 'What if a known path is requested with another method?',
    values: { 405: 'Status 405 with Allow.', 404: 'Status 404.' },
    spec: '405',
  },
  headRequests: {
    section: '4',
    question: 'Does HEAD work where GET does?',
    values: { 405: 'No: it is treated like any other method.', 200: 'Yes: the response to GET without its body.' },
    spec: '405',
  },
  trailingSlash: {
    section: '4',
    question: 'What if a known path ends with a slash?',
    values: {
      redirect: 'A redirect (307) to the path without the slash.',
      404: 'Status 404.',
      same: 'The same response as without the slash.',
    },
    spec: 'redirect',
  },
  authentication: {
    section: '5',
    question: 'Which credentials are required?',
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
    values: { 403: 'Status 403.', 401: 'Status 401 with WWW-Authenticate.' },
    spec: '403',
  },
  rateLimit: {
    section: '8',
    question: 'Are requests limited?',
    values: { none: 'No.', limited: '1000 requests in 10 seconds on the world’s clock, then 429 with Retry-After.' },
    spec: 'none',
  },
  creation: {
    section: '1, 2.2',
    question: 'What does POST /v2/deployments do?',
    values: {
      simulated:
        'It takes integration_id (at the top or in source_config), source_config.repo_url and source_revision_config.repo_ref, and responds 201 with the new deployment, which then appears in the list.',
      absent: 'Nothing: the operation does not exist.',
      accepted: 'It responds 202, and the record appears later.',
      upstream: 'The full creation of the public service.',
    },
    spec: 'simulated',
    planned: {
      accepted: 'It is not known what the record is before it appears.',
      upstream: 'Until then, the langsmith preset uses simulated.',
    },
  },
  creationReferences: {
    section: '1, 2.2',
    question: 'Must the integration and the repository of a creation exist?',
    values: {
      checked:
        'Yes: an unknown integration gets what unknownIntegration says, and a repository that is not listed gets 400.',
      unchecked: 'No: any are accepted.',
    },
    spec: 'checked',
  },
  duplicateName: {
    section: '1',
    question: 'What if a creation uses the name of another deployment?',
    values: { accepted: 'A second deployment with that name is created.', 409: 'Status 409.' },
    spec: 'accepted',
    langsmith: '409',
  },
  statusTransitions: {
    section: '3',
    question: 'How does the status of a new deployment change?',
    values: {
      awaiting: 'AWAITING_DATABASE, then READY after 30 seconds on the world’s clock.',
      instant: 'READY at once.',
      stuck: 'AWAITING_DATABASE forever.',
      fails: 'AWAITING_DATABASE, then UNKNOWN after 30 seconds on the world’s clock.',
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

/** The presets: each names a value for every entry of the register. */
export const PRESETS = ['spec', 'langsmith'] as const
export type Preset = (typeof PRESETS)[number]

/** The value of an entry under a preset. */
export type PresetValue<Id extends AssumptionId, Name extends Preset> = Name extends keyof (typeof register)[Id]
  ? (typeof register)[Id][Name]
  : (typeof register)[Id]['spec']
