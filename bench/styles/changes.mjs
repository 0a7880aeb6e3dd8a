// Changes of a service that are no ways of leaving a question: what a team does to its API.

import { by, json, name } from './plans.mjs'
import { Refusal } from './service.mjs'

const set = (members) => (plan) => ({ ...plan, ...members })
const edit = (member, change) => (plan) => ({
  ...plan,
  [member]: (record, ...others) => change(plan[member](record, ...others)),
})
const changes = []

/** A change, the questions that it may be named by, and what else a report has to say. */
function change(title, alter, { questions = [], told }) {
  changes.push({ title, change: alter, questions, told })
}

change(
  'a key renamed',
  edit('editDeployment', ({ latest_revision_id: id, ...record }) => ({ ...record, last_revision_id: id })),
  { questions: ['recordShape', 'unknownFields', 'nullableFields'], told: /latest_revision_id/ },
)
change(
  'a boolean as a text',
  edit('editProvider', (record) => ({ ...record, uses_pkce: String(record.uses_pkce) })),
  { told: /uses_pkce/ },
)
change('another page without a limit', set({ defaultLimit: 5 }), {
  told: /GET \/v2\/deployments: (usual count|count|members|offset)/,
})
change(
  'a limit of 0 is accepted',
  (plan) => ({ ...plan, integer: (text, name) => (name === 'limit' && text === '0' ? 1 : plan.integer(text, name)) }),
  { told: /\?limit/ },
)
change(
  'an offset below 0 is accepted',
  (plan) => ({
    ...plan,
    integer: (text, name) => (text.startsWith('-') && name === 'offset' ? 0 : plan.integer(text, name)),
  }),
  { told: /\?offset/ },
)
change(
  'ids of deployments in upper case',
  edit('editDeployment', (record) => ({ ...record, id: record.id.toUpperCase() })),
  { told: /\bids?\b/ },
)
change(
  'other errors around the same',
  (plan) => ({ ...plan, writeError: (...asked) => wrapError(plan.writeError(...asked)) }),
  {
    questions: ['errorBody', 'validationErrors'],
    told: /error/,
  },
)
change(
  'errors of another type',
  (plan) => ({
    ...plan,
    writeError(...asked) {
      const { body } = plan.writeError(...asked)
      return { headers: { 'content-type': 'text/plain' }, body }
    },
  }),
  { questions: ['errorBody'], told: /type/ },
)
change('deployment_type finds nothing', set({ type: () => 'any' }), {
  questions: ['deploymentTypes'],
  told: /deployment_type/,
})
change('remote_reconciled is ignored', set({ boolean: () => null }), {
  questions: ['booleanSyntax'],
  told: /remote_reconciled/,
})
change(
  'an unknown deployment is not found',
  (plan) => ({
    ...plan,
    id(text, parameter) {
      if (text === '00000000-0000-4000-8000-000000000000' && parameter === 'deployment_ids') refuse(404, 'Not Found')
      return plan.id(text, parameter)
    },
  }),
  { questions: ['malformedIdInList'], told: /deployment_ids/ },
)
change(
  'an object as a text',
  edit('editDeployment', (record) => ({
    ...record,
    source_config: writeSpec(record.source_config),
  })),
  { questions: ['optionalFields'], told: /resource_spec/ },
)
change(
  'a field that becomes null',
  edit('writeRepository', ({ default_branch: _, ...record }) => ({ ...record, default_branch: null })),
  { told: /default_branch/ },
)
change(
  'HEAD of providers is refused, or is not any more',
  (plan) => ({ ...plan, head: (operation) => (operation === 'listProviders') !== plan.head(operation) }),
  { questions: ['headRequests'], told: /HEAD/ },
)
change(
  'no records are 404',
  edit('editPage', (page) => (page.resources.length === 0 ? refuse(404, 'Not Found') : page)),
  // Each of them says what is found if nothing is.
  {
    questions: [
      ...['unknownStatus', 'nameMatching', 'imageVersionMatching', 'malformedIdInList', 'emptyFilter'],
      ...['repeatedParameter', 'nullParameter', 'offsetBeyondEnd', 'lastPageOffset', 'deploymentTypes'],
    ],
    told: /404 instead of 200/,
  },
)
change(
  'no records are null',
  edit('editPage', (page) => ({ ...page, resources: page.resources.length === 0 ? null : page.resources })),
  {
    told: /null/,
  },
)
change(
  'the offset as a text',
  edit('editPage', (page) => ({ ...page, offset: String(page.offset) })),
  {
    questions: ['lastPageOffset'],
    told: /offset/,
  },
)
change(
  '302 for a slash',
  set({ slash: (_operation, _again, { path }) => ({ status: 302, headers: { location: path.replace(/\/$/, '') } }) }),
  { questions: ['trailingSlash'], told: /302/ },
)
change(
  'one list of repositories is gone',
  (plan) => ({ ...plan, paths: { listRepositories: plan.paths.listRepositories } }),
  { questions: ['repositoryPaths', 'unknownIntegration', 'integrationIdFormat'], told: /forge/ },
)
change('providers by their names, last first', set({ orderProviders: (all) => by(name)(all).toReversed() }), {
  questions: ['providerOrdering'],
  told: /providers: order/,
})

export const CHANGES = changes

function writeSpec({ resource_spec: spec, ...config }) {
  return {
    ...config,
    ...(spec == null ? {} : { resource_spec: JSON.stringify(spec) }),
    ...(spec === null ? { resource_spec: null } : {}),
  }
}

function refuse(status, message) {
  throw new Refusal(status, message, { code: 'not_found' })
}

function wrapError({ headers, body }) {
  return { ...json({ failure: JSON.parse(body) }), ...(headers === undefined ? {} : { headers }) }
}
