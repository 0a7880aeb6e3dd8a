// Ways in which services leave the questions of the register, one at a time.

import { createHash } from 'node:crypto'
import * as plans from './plans.mjs'
import { Refusal, readUuid } from './service.mjs'

const { by, id, name, newest, json } = plans
const md5 = (text, kind = 'sha256') => createHash(kind).update(text)
const words = (text) => text.split(/[-_ ]/)
const onlyIn = (operation, one, other) => (asked) => (asked === operation ? one : other)
const REPOSITORIES = ['repositoryFields', 'repositoryIdType', 'repositoryEnvelope', 'repositoryOrdering']
const OF_REFUSALS = [
  ...['validationErrors', 'unknownStatus', 'emptyFilter', 'malformedIdInList', 'repeatedParameter', 'unknownParameter'],
  ...['integerSyntax', 'booleanSyntax', 'offsetBeyondEnd', 'integrationIdFormat', 'unknownIntegration', 'headRequests'],
  ...['methodNotAllowed', 'trailingSlash', 'authentication', 'authenticationFailure', 'newerParameters'],
]
const INTEGRATIONS = [...REPOSITORIES, 'integrationIdFormat', 'unknownIntegration']

/** A way: what the plan becomes, and which questions then have no true value beside the one of `question`. */
const ways = []
function way(question, title, change, { mutes = [], either = [], truths = {} } = {}) {
  ways.push({ question, title, change, mutes: [question, ...mutes], either, truths })
}
const set = (members) => (plan) => ({ ...plan, ...members })

// Names, versions and other filters.
way(
  'nameMatching',
  'beginnings of words',
  set({ nameMatches: (text, part) => words(text).some((word) => word.startsWith(part)) }),
)
way(
  'nameMatching',
  'names and other fields',
  set({
    nameMatches: (text, part, { repository, namespace }) =>
      [text, repository?.url, namespace].some((field) => field?.includes(part)),
  }),
)
way('nameMatching', 'ends of names', set({ nameMatches: (text, part) => text.endsWith(part) }))
way('nameMatching', 'whole names', set({ nameMatches: (text, part) => text === part }))
way(
  'nameMatching',
  'prefix ignoring case',
  set({ nameMatches: (text, part) => text.toLowerCase().startsWith(part.toLowerCase()) }),
)
way(
  'nameMatching',
  'any of several words',
  set({ nameMatches: (text, part) => part.split(' ').some((word) => text.includes(word)) }),
)
way(
  'nameMatching',
  'hyphens, underscores and blanks alike',
  set({ nameMatches: (text, part) => words(text).join(' ').includes(words(part).join(' ')) }),
)
way('nameMatching', 'patterns with *', set({ nameMatches: (text, part) => globOf(part).test(text) }))
way('nameMatching', 'without blanks around it', set({ nameMatches: (text, part) => text.includes(part.trim()) }))
way(
  'imageVersionMatching',
  'without blanks around it',
  set({ versionMatches: (version, wanted) => version === wanted.trim() }),
)
way('unknownStatus', 'without blanks around it', set({ status: (text) => text.trim() }))
way('nameMatching', 'patterns of SQL', set({ nameMatches: (text, part) => likeOf(part).test(text) }))
way('nameMatching', 'regular expressions', set({ nameMatches: (text, part) => new RegExp(part, 's').test(text) }))
way(
  'nameMatching',
  'letters in their order',
  set({ nameMatches: (text, part) => new RegExp([...part].map(escapePattern).join('.*'), 's').test(text) }),
)
way(
  'nameMatching',
  'only texts of three or more',
  set({ nameMatches: (text, part) => part.length < 3 || text.includes(part) }),
)
way(
  'nameMatching',
  'without regard to accents',
  set({ nameMatches: (text, part) => text.includes(part.normalize('NFD').replace(/\p{M}/gu, '')) }),
)
way('nameMatching', 'ignored', set({ nameMatches: () => true }))
way(
  'imageVersionMatching',
  'part of the text',
  set({ versionMatches: (version, wanted) => version?.includes(wanted) ?? false }),
)
way(
  'imageVersionMatching',
  'ignoring case',
  set({ versionMatches: (version, wanted) => version?.toLowerCase() === wanted.toLowerCase() }),
)
way(
  'imageVersionMatching',
  'whole numbers of a prefix',
  set({ versionMatches: (version, wanted) => version === wanted || (version?.startsWith(`${wanted}.`) ?? false) }),
)
way(
  'imageVersionMatching',
  'prefix ignoring case',
  set({ versionMatches: (version, wanted) => version?.toLowerCase().startsWith(wanted.toLowerCase()) ?? false }),
)
way(
  'imageVersionMatching',
  'that version or newer',
  set({ versionMatches: (version, wanted) => version !== undefined && version >= wanted }),
)
way(
  'imageVersionMatching',
  'any of several',
  set({ versionMatches: (version, wanted) => wanted.split(',').includes(version) }),
)
way(
  'imageVersionMatching',
  'patterns of SQL',
  set({ versionMatches: (version, wanted) => version !== undefined && likeOf(wanted, '^').test(version) }),
)
way(
  'imageVersionMatching',
  'ranges',
  set({
    versionMatches: (version, wanted) =>
      wanted.startsWith('>') ? version > wanted.slice(1) : (version?.startsWith(wanted) ?? false),
  }),
)
way('unknownStatus', 'any of several', set({ status: (text) => text.split(',') }))
way('imageVersionMatching', 'ignored', set({ versionMatches: () => true }))
way(
  'imageVersionMatching',
  'without what follows a hyphen',
  set({ versionMatches: (version, wanted) => version?.split('-')[0] === wanted.split('-')[0] }),
)
way('unknownStatus', 'ignored', set({ status: (text) => (plans.STATUSES.includes(text) ? text : null) }))
way(
  'unknownStatus',
  '404',
  set({ status: (text) => (plans.STATUSES.includes(text) ? text : fail(404, 'No such status')) }),
)
way(
  'unknownStatus',
  'another status than other invalid values',
  set({ status: (text) => (plans.STATUSES.includes(text) ? text : fail(409, 'No such status')) }),
)
way(
  'emptyFilter',
  'ignored in some, nothing in others',
  set({ empty: (parameter) => (parameter.endsWith('_ids') ? 'never' : 'ignored') }),
)
way('emptyFilter', 'refused in some', set({ empty: (parameter) => (parameter === 'status' ? 'invalid' : 'ignored') }))
way('emptyFilter', 'nothing, also for names', set({ empty: () => 'never' }))
way(
  'emptyFilter',
  'nothing for names alone',
  set({ empty: (parameter) => (parameter === 'name_contains' ? 'never' : 'ignored') }),
)
way('malformedIdInList', 'the whole list matches nothing', set({ id: (text) => readUuid(text) ?? 'none' }))
way(
  'malformedIdInList',
  'refused in one parameter',
  set({ id: (text, parameter) => readUuid(text) ?? (parameter === 'deployment_ids' ? 'invalid' : undefined) }),
)
way('malformedIdInList', 'ids are compared as texts', set({ id: (text) => text }))
way(
  'malformedIdInList',
  'ids in one case only',
  set({ id: (text) => (text === text.toLowerCase() ? readUuid(text) : undefined) }),
)
way('malformedIdInList', '404', set({ id: (text) => readUuid(text) ?? fail(404, 'No such id') }))
way('malformedIdInList', 'an unknown id is refused, too', (plan) => ({
  ...plan,
  id: (text) => (plans.isUuid(text) ? text : 'invalid'),
}))
way('repeatedParameter', 'joined', set({ repeated: (_name, given) => given.join(',') }))
way(
  'repeatedParameter',
  'union in lists, the last one else',
  set({ repeated: (name, given) => (name.endsWith('_ids') ? given.join(',') : given.at(-1)) }),
)
way(
  'repeatedParameter',
  'by parameter',
  set({ repeated: (name, given) => (name === 'limit' ? given[0] : given.at(-1)) }),
)
way(
  'repeatedParameter',
  'by kind: numbers refused, texts the first',
  set({ repeated: (name, given) => (['limit', 'offset'].includes(name) ? undefined : given[0]) }),
)
way('repeatedParameter', 'any of them in statuses', (plan) => ({
  ...plan,
  repeated: (parameter, given) => (parameter === 'status' ? given : plan.repeated(parameter, given)),
  status: (text) => (Array.isArray(text) ? text : plan.status(text)),
}))
way('repeatedParameter', 'any of them in versions', (plan) => ({
  ...plan,
  repeated: (parameter, given) => (parameter === 'image_version' ? given : plan.repeated(parameter, given)),
  versionMatches: (version, wanted) => [wanted].flat().some((each) => plan.versionMatches(version, each)),
}))
way('repeatedParameter', 'ignored', set({ repeated: () => 'null', isNull: (text) => text === 'null' }), {
  truths: { nullParameter: 'absent' },
})
way('unknownParameter', 'names ignoring case', set({ nameOf: (parameter) => parameter.toLowerCase() }), {
  either: ['newerParameters'],
})
way('unknownParameter', 'names with brackets', set({ nameOf: (parameter) => parameter.replace('[]', '') }), {
  either: ['newerParameters'],
})
way('unknownParameter', 'by operation', set({ refusesParameter: (_name, operation) => operation === 'listProviders' }))
way(
  'unknownParameter',
  'by operation, deployments only',
  set({ refusesParameter: (_name, operation) => operation === 'listDeployments' }),
)
way(
  'unknownParameter',
  'those with an underscore at the start are ignored',
  set({ refusesParameter: (parameter) => !parameter.startsWith('_') }),
  { either: ['newerParameters'] },
)
way('unknownParameter', 'only some names', set({ refusesParameter: (parameter) => parameter.length % 2 === 0 }), {
  either: ['newerParameters'],
})
way(
  'nullParameter',
  'is null',
  set({ versionMatches: (version, wanted) => (wanted === 'null' ? version === undefined : version === wanted) }),
  { either: ['imageVersionMatching'] },
)
way(
  'nullParameter',
  'absent for numbers only',
  set({ isNull: (text, parameter) => text === 'null' && ['limit', 'offset'].includes(parameter) }),
)
way(
  'nullParameter',
  'absent for texts only',
  set({ isNull: (text, parameter) => text === 'null' && !['limit', 'offset'].includes(parameter) }),
)
way(
  'deploymentTypes',
  'a type more',
  set({ type: (text) => ([...plans.TYPES, 'preview'].includes(text) ? text : undefined) }),
)
way('deploymentTypes', 'any text', set({ type: (text) => text }))
way(
  'deploymentTypes',
  'ignoring case',
  set({ type: (text) => (plans.TYPES.includes(text.toLowerCase()) ? text.toLowerCase() : undefined) }),
)
way(
  'deploymentTypes',
  'one of the later two',
  set({ type: (text) => ([...plans.TYPES, 'serverless'].includes(text) ? text : undefined) }),
)
// It finds nothing at all, so what it does with unknown ones is true.
way('statusValues', 'in lower case', set({ status: (text) => text.toLowerCase() }), { either: ['unknownStatus'] })

// Spellings of numbers and booleans.
const python = (text) => (/^[+-]?\d+(_\d+)*$/.test(text.trim()) ? Number(text.trim().replaceAll('_', '')) : undefined)
const ajv = (text) => (text.trim() !== '' && Number.isInteger(Number(text)) ? Number(text) : undefined)
way('integerSyntax', "Python's int()", set({ integer: python }))
way('integerSyntax', "JavaScript's Number()", set({ integer: ajv }))
way(
  'integerSyntax',
  'parseInt',
  set({ integer: (text) => (Number.isNaN(Number.parseInt(text, 10)) ? undefined : Number.parseInt(text, 10)) }),
)
way(
  'integerSyntax',
  'no zero in front',
  set({ integer: (text) => (/^-?(0|[1-9]\d*)$/.test(text) ? Number(text) : undefined) }),
)
way('integerSyntax', 'with a sign', set({ integer: (text) => (/^[+-]?\d+$/.test(text) ? Number(text) : undefined) }))
way(
  'integerSyntax',
  'blanks around',
  set({ integer: (text) => (/^-?\d+$/.test(text.trim()) ? Number(text) : undefined) }),
)
way(
  'integerSyntax',
  'digits of all scripts',
  set({ integer: (text) => (/^\p{Nd}+$/u.test(text) ? readDigits(text) : undefined) }),
)
way(
  'integerSyntax',
  'by parameter',
  set({
    integer: (text, parameter) =>
      parameter === 'limit' ? (/^-?\d+$/.test(text) ? Number(text) : undefined) : python(text),
  }),
)
way(
  'integerSyntax',
  'the default if it is none',
  set({ integer: (text, parameter) => python(text) ?? (parameter === 'limit' ? 20 : 0) }),
)
way(
  'booleanSyntax',
  'true and 1 only',
  set({ boolean: (text) => ({ true: true, 1: true, false: false, 0: false })[text] }),
)
way('booleanSyntax', 'ignoring case', set({ boolean: (text) => ({ true: true, false: false })[text.toLowerCase()] }))
way('booleanSyntax', 'all else is false', set({ boolean: (text) => text === 'true' || text === '1' }))
way('booleanSyntax', 'all but nothing is true', set({ boolean: (text) => !['', '0', 'false'].includes(text) }))
way('booleanSyntax', 'ignored if it is none', set({ boolean: (text) => ({ true: true, false: false })[text] ?? null }))
way(
  'booleanSyntax',
  'without single letters',
  set({
    boolean: (text) =>
      ['true', '1', 'yes', 'on'].includes(text.toLowerCase())
        ? true
        : ['false', '0', 'no', 'off'].includes(text.toLowerCase())
          ? false
          : undefined,
  }),
)

// Pages and orders.
way(
  'deploymentOrdering',
  'some first, then by time',
  set({ orderDeployments: by(({ type }) => type !== 'prod', newest) }),
)
way('deploymentOrdering', 'by status, then by time', set({ orderDeployments: by(({ status }) => status, newest) }))
way(
  'deploymentOrdering',
  'random each time',
  (plan, seed) => ({ ...plan, orderDeployments: plans.createShuffle(seed) }),
  { either: ['lastPageOffset', 'offsetBeyondEnd'] },
)
way(
  'deploymentOrdering',
  'name, ignoring case',
  set({ orderDeployments: by(({ name: text }) => text.toLowerCase(), id) }),
)
way('deploymentOrdering', 'name, descending', set({ orderDeployments: (all) => by(name, id)(all).toReversed() }))
way('deploymentOrdering', 'updated, ascending', set({ orderDeployments: by(({ updated }) => updated) }))
way(
  'deploymentOrdering',
  'by day, then by name',
  set({ orderDeployments: by(({ created }) => -Math.floor(created / 6.048e11), name) }),
)
way('deploymentOrdering', 'that of the ids that are asked for', (plan) => ({
  ...plan,
  orderAsked: (found, ids) => found.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)),
}))
way('deploymentOrdering', 'ties in the order of a number that no response has', (plan) => ({
  ...plan,
  editWorld: withTies,
  orderDeployments: (all) => plan.orderDeployments(all.map(withNumber)).map(({ deployment }) => deployment),
}))
way('deploymentOrdering', 'by id', set({ orderDeployments: by(id) }), { truths: { deploymentOrdering: 'shuffled' } })
way('providerOrdering', 'by provider id', set({ orderProviders: by(({ provider }) => provider) }))
way('providerOrdering', 'newest first', set({ orderProviders: by(newest) }))
way('providerOrdering', 'random each time', (plan, seed) => ({ ...plan, orderProviders: plans.createShuffle(seed) }))
way('providerOrdering', 'by type, then by name', set({ orderProviders: by(({ type }) => type ?? '', name) }))
way('repositoryOrdering', 'by owner, then by name', set({ orderRepositories: by(({ owner }) => owner, name) }))
way('repositoryOrdering', 'name, ignoring case', set({ orderRepositories: by(({ name: text }) => text.toLowerCase()) }))
way('repositoryOrdering', 'random each time', (plan, seed) => ({
  ...plan,
  orderRepositories: plans.createShuffle(seed),
}))
way('repositoryOrdering', 'name, descending', set({ orderRepositories: (all) => by(name)(all).toReversed() }))
way(
  'lastPageOffset',
  'the total at the end',
  set({ nextOffset: ({ offset, returned, total }) => (returned === 0 ? total : offset + returned) }),
)
way(
  'lastPageOffset',
  'null at the end',
  set({ nextOffset: ({ offset, returned, total }) => (offset + returned >= total ? null : offset + returned) }),
)
way(
  'lastPageOffset',
  '0 on shorter pages',
  set({ nextOffset: ({ offset, limit, returned }) => (returned < limit ? 0 : offset + returned) }),
)
way('lastPageOffset', 'that of the request', set({ nextOffset: ({ offset }) => offset }))
way(
  'lastPageOffset',
  '-1 at the end',
  set({ nextOffset: ({ offset, returned, total }) => (offset + returned >= total ? -1 : offset + returned) }),
)
way(
  'lastPageOffset',
  'that of the request at the end',
  set({ nextOffset: ({ offset, returned, total }) => (offset + returned >= total ? offset : offset + returned) }),
)
way(
  'offsetBeyondEnd',
  'the last page again',
  set({
    slice: (found, limit, offset) =>
      found.slice(...(offset >= found.length ? [Math.max(0, found.length - limit)] : [offset, offset + limit])),
  }),
  { either: ['lastPageOffset'] },
)
way(
  'offsetBeyondEnd',
  '404, but not at the end',
  set({
    slice(found, limit, offset) {
      if (offset > found.length) throw fail(404, 'There is no such page')
      return found.slice(offset, offset + limit)
    },
  }),
)
way(
  'offsetBeyondEnd',
  'the first page again',
  set({
    slice: (found, limit, offset) =>
      offset >= found.length ? found.slice(0, limit) : found.slice(offset, offset + limit),
  }),
  { either: ['lastPageOffset'] },
)
way(
  'offsetBeyondEnd',
  '416',
  set({
    slice: (found, limit, offset) =>
      offset > 0 && offset >= found.length ? fail(416, 'Range Not Satisfiable') : found.slice(offset, offset + limit),
  }),
)
way(
  'offsetBeyondEnd',
  '404 far beyond the end only',
  set({
    slice: (found, limit, offset) =>
      offset > found.length + 1000 ? fail(404, 'Not Found') : found.slice(offset, offset + limit),
  }),
)
way('limit', 'a smaller largest limit', set({ largestLimit: 50 }))
way('limit', 'too large becomes the largest', set({ clamp: true }))
way('limit', 'another default', set({ defaultLimit: 10 }))

// Fields and their values.
way('timestampFormat', 'in the zone of a country', set({ writeTime: writeZoned }))
way(
  'timestampFormat',
  'fractions trimmed',
  set({ writeTime: (micros) => plans.writeMicros(micros - (micros % 10_000), 'Z').replace(/\.?0+Z$/, 'Z') }),
)
way(
  'timestampFormat',
  'a blank instead of T',
  set({ writeTime: (micros) => plans.writeMicros(micros, 'Z').replace('T', ' ') }),
)
way('timestampFormat', 'without a zone', set({ writeTime: (micros) => plans.writeMicros(micros, '') }))
way(
  'timestampFormat',
  'milliseconds with +00:00',
  set({ writeTime: (micros) => new Date(micros / 1000).toISOString().replace('Z', '+00:00') }),
)
way('timestampFormat', 'nanoseconds', set({ writeTime: (micros) => plans.writeMicros(micros, '000Z') }))
way(
  'timestampFormat',
  'by resource',
  set({
    writeTime: (micros, _field, resource) =>
      resource === 'providers' ? plans.writeMicros(micros, 'Z') : new Date(micros / 1000).toISOString(),
  }),
)
way(
  'timestampFormat',
  'by field',
  set({
    writeTime: (micros, field) =>
      field === 'created_at'
        ? plans.writeMicros(micros, 'Z')
        : new Date(micros / 1000).toISOString().replace(/\..*/, 'Z'),
  }),
)
way(
  'timestampFormat',
  'seconds since 1970 in one field',
  set({
    writeTime: (micros, field) =>
      field === 'updated_at' ? Math.floor(micros / 1e6) : new Date(micros / 1000).toISOString(),
  }),
  { either: ['deploymentOrdering'] },
)
way(
  'timestampFormat',
  'seconds since 1970 in one field of deployments',
  (plan) => ({
    ...plan,
    writeTime: (micros, field, resource) =>
      field === 'updated_at' && resource === 'deployments' ? Math.floor(micros / 1e6) : plan.writeTime(micros),
  }),
  { either: ['deploymentOrdering'] },
)
way('timestampFormat', 'seconds since 1970', set({ writeTime: (micros) => Math.floor(micros / 1e6) }), {
  either: ['deploymentOrdering', 'providerOrdering'],
})
way('secretValues', 'hashed', set({ writeSecret: (text) => md5(text).digest('hex') }))
way('secretValues', 'encrypted', set({ writeSecret: (text) => `enc:v1:${md5(text, 'sha512').digest('base64')}` }))
way('secretValues', 'only the last letters', set({ writeSecret: (text) => `****${text.slice(-4)}` }))
way('secretValues', 'another mask', set({ writeSecret: () => '[REDACTED]' }))
way('secretValues', 'a mask as long as the value', set({ writeSecret: (text) => '*'.repeat(text.length) }))
way('secretValues', 'readable for some', set({ writeSecret: (text) => (/^[so]/.test(text) ? text : '********') }))
way('secretValues', 'null', set({ writeSecret: () => null }), { either: ['nullableFields'] })
way(
  'optionalFields',
  'null above, absent below',
  set({
    withoutNothing: (record, only, deployment) =>
      deployment === undefined && only === undefined ? plans.dropNothing(record) : record,
  }),
)
way(
  'optionalFields',
  'by record',
  set({
    withoutNothing: (record, only, deployment) =>
      deployment?.order % 2 === 0 ? plans.dropNothing(record, only) : record,
  }),
)
way(
  'optionalFields',
  'by field',
  set({ withoutNothing: (record) => plans.dropNothing(record, ['image_version', 'custom_url', 'mcp_server_url']) }),
)
way(
  'optionalFields',
  'an empty text in one field',
  set({ editDeployment: (record) => ({ ...record, image_version: record.image_version ?? '' }) }),
  { either: ['nullParameter'] },
)
way(
  'optionalFields',
  'zeros in one field',
  set({
    editDeployment: (record) => ({ ...record, active_revision_id: record.active_revision_id ?? NO_ID }),
  }),
)
way('unknownFields', 'one more in deployments', set({ editDeployment: (record) => ({ ...record, region: 'eu-1' }) }), {
  truths: { unknownFields: 'extra' },
  either: ['recordShape', 'unknownFields'],
})
way(
  'unknownFields',
  'one more in some deployments',
  set({ editDeployment: (record, { order }) => (order % 3 === 0 ? { ...record, region: 'eu-1' } : record) }),
  { truths: { unknownFields: 'extra' }, either: ['recordShape', 'unknownFields'] },
)
way(
  'unknownFields',
  'one more in a configuration',
  set({
    editDeployment: (record) => ({ ...record, source_config: { ...record.source_config, cluster: 'eu-7' } }),
  }),
  { either: ['recordShape'] },
)
way('unknownFields', 'a total on pages', set({ editPage: (page, total) => ({ ...page, total }) }), {
  truths: { unknownFields: 'extra' },
  either: ['recordShape', 'unknownFields'],
})
way(
  'recordShape',
  'some fields of the public service',
  set({ editDeployment: (record, { status }) => ({ ...record, status }) }),
  { either: ['unknownFields'] },
)
way(
  'recordShape',
  'a key of the contract never sent',
  set({ editDeployment: ({ tenant_id: _, ...record }) => record }),
  { either: ['nullableFields', 'optionalFields'] },
)
way(
  'repositoryPaths',
  'of its own',
  set({
    paths: { listRepositories: '/v2/vcs/{id}/repositories', listForgeRepositories: '/v2/vcs/forge/{id}/repositories' },
  }),
  { mutes: INTEGRATIONS },
)
way(
  'repositoryPaths',
  'one in v1, one in v2',
  set({
    paths: {
      listRepositories: '/v1/integrations/github/{id}/repos',
      listForgeRepositories: '/v2/integrations/forge/github/{id}/repos',
    },
  }),
  { either: INTEGRATIONS },
)
const OWN = ['git_integration', 'repo_id', 'repo', 'org', 'clone_url', 'branch']
way('repositoryFields', 'of its own', set({ writeRepository: plans.writeRepository(OWN, String) }), {
  truths: { repositoryFields: OWN.join(',') },
  either: ['repositoryOrdering', 'repositoryIdType', 'unknownFields'],
})
way(
  'repositoryFields',
  'in camel case',
  set({
    writeRepository: plans.writeRepository(['integrationId', 'id', 'name', 'owner', 'url', 'defaultBranch'], String),
  }),
  {
    truths: { repositoryFields: 'integrationId,id,name,owner,url,defaultBranch' },
    either: ['repositoryOrdering', 'repositoryIdType', 'unknownFields'],
  },
)
way('repositoryFields', 'without the owner', (plan) => ({
  ...plan,
  writeRepository: (one, operation) => without(plan.writeRepository(one, operation), /owner/),
}))
way(
  'repositoryFields',
  'by operation',
  set({
    writeRepository: (one, operation) =>
      plans.writeRepository(operation === 'listRepositories' ? plans.SHORT : plans.LONG, String)(one),
  }),
  { either: ['repositoryOrdering', 'repositoryIdType', 'unknownFields'] },
)
way('repositoryIdType', 'by operation', (plan) => ({
  ...plan,
  writeRepository: (one, operation) => retype(plan.writeRepository(one, operation), operation),
}))
way('repositoryEnvelope', 'data', set({ wrap: (list) => ({ data: list }) }), {
  either: [...REPOSITORIES, 'unknownIntegration'],
})
way(
  'repositoryEnvelope',
  'by operation',
  set({ wrap: (list, operation) => (operation === 'listRepositories' ? list : { resources: list }) }),
)
way(
  'repositoryEnvelope',
  'items with a cursor',
  set({ wrap: (list) => ({ items: list, next_cursor: list.length > 0 ? 'bmV4dA' : null }) }),
)
way('repositoryEnvelope', 'items alone', set({ wrap: (list) => ({ items: list }) }))
way(
  'repositoryEnvelope',
  'resources with a total',
  set({ wrap: (list) => ({ resources: list, total: list.length }) }),
  { either: ['unknownFields'] },
)
way(
  'integrationIdFormat',
  'by operation',
  set({ isIntegrationId: (text, operation) => operation === 'listRepositories' || readUuid(text) !== undefined }),
)
way(
  'integrationIdFormat',
  'another status than other invalid values',
  set({ isIntegrationId: (text) => readUuid(text) !== undefined || fail(409, 'No id') }),
)
way('integrationIdFormat', 'ten characters or more', set({ isIntegrationId: (text) => text.length >= 10 }))
way(
  'unknownIntegration',
  '403 for one of the other kind, 404 else',
  set({ unknownIntegration: (_operation, isOther) => fail(isOther ? 403 : 404, 'No integration') }),
)
way(
  'unknownIntegration',
  'by operation',
  set({ unknownIntegration: (operation) => (operation === 'listRepositories' ? [] : fail(404, 'No integration')) }),
)
way('unknownIntegration', '410', set({ unknownIntegration: () => fail(410, 'Gone') }))
way('unknownIntegration', '400', set({ unknownIntegration: () => fail(400, 'No integration') }), {
  either: ['integrationIdFormat'],
})

// HTTP: errors, methods, slashes, credentials and origins.
way(
  'errorBody',
  'a list of errors',
  set({
    writeError: ({ message, issues = [{ kind: message, place: [] }] }) =>
      json({ errors: issues.map(({ kind, place }) => ({ field: place.join('.'), message: kind })) }),
  }),
  { either: ['validationErrors'] },
)
way(
  'errorBody',
  'plain text',
  set({ writeError: ({ message }) => ({ headers: { 'content-type': 'text/plain' }, body: `${message}\n` }) }),
  { either: ['validationErrors'] },
)
way(
  'errorBody',
  'a page',
  set({
    writeError: ({ message }) => ({
      headers: { 'content-type': 'text/html' },
      body: `<!doctype html><h1>${message}</h1>`,
    }),
  }),
  { either: ['validationErrors'] },
)
way(
  'errorBody',
  'a message',
  set({ writeError: ({ message, status }) => json({ statusCode: status, error: 'Error', message }) }),
  { either: ['validationErrors'] },
)
way(
  'errorBody',
  'with status 200',
  set({ writeError: ({ message }) => ({ ...json({ error: message }), status: 200 }) }),
  {
    mutes: ['validationStatus'],
    either: OF_REFUSALS,
  },
)
way('gateway', 'a message of its own for other paths', (plan) => ({
  ...plan,
  writeError: (error, request) =>
    error.status === 404 && !/(deployments|providers|repos)$/.test(request.path)
      ? json({ message: 'no Route matched with those values' })
      : plan.writeError(error, request),
}))
way('gateway', '403 for paths that are not there', set({ nowhere: () => fail(403, 'Forbidden') }))
way(
  'gateway',
  '403 in other words each time for paths that are not there',
  set({ nowhere: () => fail(403, `Forbidden at ${performance.now()}`) }),
  { either: ['documentation', 'operations'] },
)
way('errorBody', 'by status', (plan) => ({
  ...plan,
  writeError: (error, request) =>
    error.status === 404
      ? { headers: { 'content-type': 'text/plain' }, body: '404 page not found\n' }
      : plan.writeError(error, request),
}))
way(
  'errorBody',
  'problems as application/json',
  set({ writeError: (error) => json(JSON.parse(plans.writeProblem(error).body)) }),
  { either: ['validationErrors'] },
)
way('errorBody', 'with an id of the request', (plan) => ({
  ...plan,
  writeError: (error, request) => withTrace(plan.writeError(error, request)),
}))
way('errorBody', 'nothing', set({ writeError: () => ({ headers: {}, body: '' }) }), { either: ['validationErrors'] })
way(
  'validationStatus',
  '400 for one parameter, 422 else',
  set({ invalidStatus: (_operation, { place }) => (place[1] === 'limit' ? 400 : 422) }),
)
way(
  'validationStatus',
  '400 for what is no number, 422 for its range',
  set({ invalidStatus: (_operation, { kind }) => (['least', 'most'].includes(kind) ? 422 : 400) }),
)
way('validationStatus', '406', set({ invalidStatus: () => 406 }), {
  either: [
    'unknownStatus',
    'emptyFilter',
    'malformedIdInList',
    'repeatedParameter',
    'unknownParameter',
    'integrationIdFormat',
  ],
})
way('methodNotAllowed', '405 without Allow', set({ wrongMethod: () => fail(405, 'Method Not Allowed') }))
way('methodNotAllowed', '501', set({ wrongMethod: () => fail(501, 'Not Implemented') }))
way(
  'methodNotAllowed',
  'by operation',
  set({ wrongMethod: (operation) => (operation === 'listProviders' ? fail(404, 'Not Found') : plans.refuseMethod()) }),
)
way('methodNotAllowed', '403', set({ wrongMethod: () => fail(403, 'Forbidden') }))
way('headRequests', 'by operation', set({ head: onlyIn('listProviders', true, false) }))
way(
  'headRequests',
  '404',
  set({
    head: () => false,
    wrongMethod: (_operation, { method }) => (method === 'HEAD' ? fail(404, 'Not Found') : plans.refuseMethod()),
  }),
  { mutes: ['methodNotAllowed'] },
)
way(
  'headRequests',
  '204',
  set({
    head: () => false,
    wrongMethod: (_operation, { method }) => (method === 'HEAD' ? { status: 204, headers: {} } : plans.refuseMethod()),
  }),
)
way('trailingSlash', '308', set({ slash: redirect(308) }))
way('trailingSlash', '301', set({ slash: redirect(301) }))
way(
  'trailingSlash',
  'by operation',
  set({ slash: (operation, again) => (operation === 'listDeployments' ? again() : fail(404, 'Not Found')) }),
)
way(
  'trailingSlash',
  'a redirect by operation',
  set({
    slash: (operation, again, request) =>
      operation === 'listProviders' ? redirect(307)(operation, again, request) : again(),
  }),
)
way('trailingSlash', '400', set({ slash: () => fail(400, 'Bad Request') }))
way(
  'authentication',
  'for one operation only',
  set({ authenticate: (request, operation) => requireKey(request, operation === 'listProviders') }),
  { either: ['authenticationFailure'] },
)
way(
  'authentication',
  'another header',
  set({
    authenticate: ({ headers }) =>
      headers['x-token'] || headers['x-api-key']
        ? undefined
        : fail(401, 'Unauthorized', { 'www-authenticate': 'Token' }),
  }),
  { truths: { authentication: 'apiKey' }, either: ['authentication', 'authenticationFailure'] },
)
way(
  'authenticationFailure',
  '401 without WWW-Authenticate',
  set({ authenticate: (request) => requireKey(request, true, {}) }),
  { either: ['authentication'] },
)
way(
  'authenticationFailure',
  '404',
  set({ authenticate: ({ headers }) => (hasCredentials(headers) ? undefined : fail(404, 'Not Found')) }),
  { either: ['authentication'] },
)
way(
  'authenticationFailure',
  'by operation',
  set({
    authenticate: ({ headers }, operation) =>
      hasCredentials(headers)
        ? undefined
        : fail(operation === 'listProviders' ? 403 : 401, 'No', { 'www-authenticate': 'Bearer' }),
  }),
  { either: ['authentication'] },
)
way(
  'authenticationFailure',
  'by operation, in lists of an integration',
  set({
    authenticate: ({ headers }, operation) =>
      hasCredentials(headers)
        ? undefined
        : fail(operation.endsWith('Repositories') ? 403 : 401, 'No', { 'www-authenticate': 'Bearer' }),
  }),
  { either: ['authentication'] },
)
way(
  'crossOrigin',
  'one origin, which is not named to others',
  set({
    cors: () => ({ 'access-control-allow-credentials': 'true', vary: 'origin' }),
    preflight: () => ({ status: 204, headers: { 'access-control-allow-methods': 'GET', vary: 'origin' } }),
  }),
)
way(
  'crossOrigin',
  'one origin',
  set({
    cors: () => ({ 'access-control-allow-origin': 'https://app.example.com', vary: 'origin' }),
    preflight: () => preflight('https://app.example.com'),
  }),
)
way(
  'crossOrigin',
  'by operation',
  set({
    cors: ({ path }) => (path.includes('providers') ? { 'access-control-allow-origin': '*' } : {}),
    preflight: ({ path }) => (path.includes('providers') ? preflight('*') : undefined),
  }),
)
way(
  'crossOrigin',
  'responses without preflights',
  set({ cors: () => ({ 'access-control-allow-origin': '*' }), preflight: () => undefined }),
)
way('crossOrigin', 'preflights without responses', set({ cors: () => ({}), preflight: () => preflight('*') }))
way('requestSize', '16 KiB of headers', set({ mostHeaders: 16 * 1024 }))
way('requestSize', '2 KiB of path', set({ longestUrl: 2048 }))
way('requestSize', '4 KiB of path', set({ longestUrl: 4096 }))
way('requestSize', '16 KiB of path', set({ longestUrl: 16 * 1024 }))
way('versionPrefix', 'everything below /api', set({ base: '/api' }), {
  either: Object.keys(plans.PLAIN_NODE.truths),
  truths: {},
})
way('links', 'in a header', (plan) => ({
  ...plan,
  cors: (request) => ({ ...plan.cors(request), link: '<?offset=20>' }),
}))
// What is no question, and mutes none.
way('page', 'within another object', set({ editPage: (page) => ({ status: 'success', data: page }) }))
way(
  'page',
  'in another field, without an offset',
  set({ editPage: ({ resources }) => ({ data: resources, meta: { per_page: 20 } }) }),
  { mutes: ['lastPageOffset'] },
)
way('page', 'of ten without a limit', set({ defaultLimit: 10 }))
way(
  'page',
  'no records are 404',
  set({ editPage: (page) => (page.resources.length === 0 ? fail(404, 'Not Found') : page) }),
  {
    mutes: ['nameMatching', 'imageVersionMatching'],
    // Some styles refuse some of them before.
    either: [
      ...['unknownStatus', 'malformedIdInList', 'emptyFilter', 'repeatedParameter', 'nullParameter', 'statusValues'],
      ...['lastPageOffset', 'offsetBeyondEnd', 'deploymentTypes'],
    ],
  },
)
way(
  'ids',
  'ULIDs',
  set({ editDeployment: (record) => ({ ...record, id: toUlid(record.id) }), id: (text) => fromUlid(text) ?? text }),
  { mutes: ['malformedIdInList'] },
)
way('filter', 'flags without an effect', (plan) => ({
  ...plan,
  boolean: (text) => (plan.boolean(text) === undefined ? undefined : null),
}))
way('jsonType', 'with a charset', set({ jsonType: 'application/json; charset=utf-8' }))
way('jsonType', 'a type of its own', set({ jsonType: 'application/vnd.deployments+json' }))

export const DEVIATIONS = ways

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

function toUlid(id) {
  const number = BigInt(`0x${id.replaceAll('-', '')}`)
  return Array.from({ length: 26 }, (_, place) => DIGITS[Number((number >> BigInt(5 * (25 - place))) & 31n)]).join('')
}

function fromUlid(text) {
  if (!/^[\dA-HJKMNP-TV-Z]{26}$/.test(text)) return undefined
  const number = [...text].reduce((sum, digit) => sum * 32n + BigInt(DIGITS.indexOf(digit)), 0n)
  return readUuid(number.toString(16).padStart(32, '0'))
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

function fail(status, message, headers = {}) {
  throw new Refusal(status, message, { code: message.toLowerCase().replaceAll(' ', '_'), headers })
}

function escapePattern(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Every second deployment has the name and the times of the one before. */
function withTies(world) {
  const deployments = world.deployments.map((each, place, all) => {
    const { name: text, created, updated } = all[place - (place % 2)]
    return { ...each, name: text, created, updated }
  })
  return { ...world, deployments }
}

const withNumber = (deployment) => ({ ...deployment, deployment, id: deployment.order })

const likeOf = (part, start = '') =>
  new RegExp(start + [...part].map((each) => ({ '%': '.*', _: '.' })[each] ?? escapePattern(each)).join(''), 's')

const globOf = (part) => new RegExp(part.split('*').map(escapePattern).join('.*'), 's')

function writeZoned(micros) {
  const isSummer = [3, 4, 5, 6, 7, 8, 9].includes(new Date(micros / 1000).getUTCMonth())
  const hours = isSummer ? 2 : 1
  return plans.writeMicros(micros + hours * 3_600_000_000, `+0${hours}:00`)
}

// Each script has ten of them, and only the first follows something else.
const readDigits = (text) =>
  Number([...text].map((digit) => (/\d/.test(digit) ? digit : (digit.codePointAt(0) - 0x660) % 16)).join(''))

const without = (record, pattern) => Object.fromEntries(Object.entries(record).filter(([key]) => !pattern.test(key)))

function retype(record, operation) {
  const key = 'repository_id' in record ? 'repository_id' : 'id'
  return { ...record, [key]: operation === 'listRepositories' ? Number(record[key]) : String(record[key]) }
}

function withTrace(written) {
  const body = JSON.parse(written.body)
  return { ...written, body: JSON.stringify({ ...body, request_id: 'r-1' }) }
}

function redirect(status) {
  return (_operation, _again, { path, query }) => ({
    status,
    headers: { location: path.replace(/\/$/, '') + (query === '' ? '' : `?${query}`) },
  })
}

const hasCredentials = (headers) => Boolean(headers['x-api-key'] || headers.authorization)

function requireKey({ headers }, isRequired, more = { 'www-authenticate': 'ApiKey' }) {
  if (isRequired && !hasCredentials(headers)) fail(401, 'Unauthorized', more)
}

const preflight = (origin) => ({
  status: 204,
  headers: {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET,HEAD,POST,PATCH,DELETE',
    'access-control-allow-headers': 'x-api-key,authorization,content-type,x-tenant-id',
  },
})
