// The values that are allowed besides the named ones.

import { type FreeValue, splitList } from '../../engine/define/assumptions/register-entry.ts'
import { listPlaceholders, toPathPattern } from '../../engine/http/route-table.ts'
import { parseDuration } from '../../engine/input/options/written-duration.ts'
import { quote } from '../../engine/input/text/quote.ts'

// The placeholder of the repository listings.
const INTEGRATION_ID = '{integration_id}'

// A path is compared after decoding, so its characters must not be percent-encoded here. An
// unpaired surrogate has no encoding.
const PATH = /^\/[^\s?#%\p{Surrogate}]*$/u

// Every request checks all paths, and every deployment all statuses.
const MOST_ITEMS = 100

// The paths that the contract itself specifies.
const WRITTEN_PATHS = ['/v2/auth/providers', '/v2/deployments']

/** Two path templates, each with a placeholder for the id of an integration. */
export const pathTemplates: FreeValue = {
  form: `two path templates with one ${INTEGRATION_ID} each, separated by a comma`,
  findIssue(value) {
    const templates = splitList(value)
    if (templates.length !== 2) return `2 templates are required, not ${templates.length}`
    if (templates[0] === templates[1]) return 'the two templates are the same'
    return templates.map(findTemplateIssue).find((issue) => issue !== undefined)
  },
}

/** The names of a repository's six fields. */
export const fieldNames: FreeValue = {
  form: 'six names, separated by commas, in the order of section 2.2: integration id, id, name, owner, URL, default branch',
  findIssue(value) {
    const names = splitList(value)
    if (names.length !== 6) return `6 names are required, not ${names.length}`
    if (names.includes('')) return 'a name is empty'
    return new Set(names).size < 6 ? 'a name is repeated' : undefined
  },
}

export const statusList: FreeValue = {
  form: 'a list of words, separated by commas',
  findIssue(value) {
    const statuses = splitList(value)
    if (statuses.length > MOST_ITEMS) return `it has ${statuses.length} statuses, but at most ${MOST_ITEMS} are allowed`
    if (statuses.includes('')) return 'a status is empty'
    return new Set(statuses).size < statuses.length ? 'a status is repeated' : undefined
  },
}

export const duration: FreeValue = {
  form: 'a duration such as 36h or 1d 12h',
  findIssue: (value) => (parseDuration(value) === undefined ? `${quote(value)} is not a duration` : undefined),
}

/** The base paths of the service. */
export const basePaths: FreeValue = {
  form: 'one or more base paths separated by commas, such as /api-host or root,/api-host',
  findIssue(value) {
    const paths = splitList(value)
    if (paths.length > MOST_ITEMS) return `it has ${paths.length} paths, but at most ${MOST_ITEMS} are allowed`
    const wrong = paths.find((path) => path !== 'root' && (!PATH.test(path) || path.endsWith('/')))
    if (wrong !== undefined) return `${quote(wrong)} is not a path that starts with a slash and does not end with one`
    return new Set(paths).size < paths.length ? 'a path is repeated' : undefined
  },
}

function findTemplateIssue(template: string): string | undefined {
  if (!PATH.test(template)) return `${quote(template)} is not a path`
  const other = listPlaceholders(template).find((name) => `{${name}}` !== INTEGRATION_ID)
  if (other !== undefined)
    return `${quote(template)} contains {${other}}, but the only placeholder is ${INTEGRATION_ID}`
  const count = template.split(INTEGRATION_ID).length - 1
  if (count !== 1) return `${quote(template)} contains ${INTEGRATION_ID} ${count} times instead of once`
  const taken = WRITTEN_PATHS.find((path) => toPathPattern(template).test(path))
  return taken === undefined ? undefined : `${quote(template)} matches ${taken}, which is the path of another operation`
}
