import { INTEGRATION_ID, toPathPattern } from '../path-template.ts'
import { stripSpace } from '../validation/white-space.ts'

/** What may be given beside an entry's named values. */
export interface FreeValue {
  /** What such a value looks like, in words. */
  readonly form: string
  /** What is wrong with a value, if anything. */
  readonly findIssue: (value: string) => string | undefined
}

// A path as it reads once it is decoded: what may stand in one has to be there as it is. Half of
// a character has no encoding.
const PATH = /^\/[^\s?#%\p{Surrogate}]*$/u

// Every request looks through the paths, and every deployment through the statuses.
const MOST_ITEMS = 100

// Where the interface itself places its operations.
const WRITTEN_PATHS = ['/v2/auth/providers', '/v2/deployments']

const MOST_CHARACTERS = 10_000

/** What is wrong with a value, if anything; a very long one is not looked at. */
export function findFreeIssue({ findIssue }: FreeValue, value: string): string | undefined {
  if (value.length <= MOST_CHARACTERS) return findIssue(value)
  return `it has ${value.length} characters, and ${MOST_CHARACTERS} at most are taken`
}

/** Two paths with a place for the integration's id. */
export const pathTemplates: FreeValue = {
  form: `two path templates with one ${INTEGRATION_ID} each, separated by a comma`,
  findIssue(value) {
    const templates = splitList(value)
    if (templates.length !== 2) return `it has ${templates.length} of the two templates`
    if (templates[0] === templates[1]) return 'the two templates are the same'
    return templates.map(findTemplateIssue).find((issue) => issue !== undefined)
  },
}

/** The names of a repository's six fields. */
export const fieldNames: FreeValue = {
  form: 'six names, separated by commas, in the order of section 2.2: integration id, id, name, owner, URL, default branch',
  findIssue(value) {
    const names = splitList(value)
    if (names.length !== 6) return `it has ${names.length} of the six names`
    if (names.includes('')) return 'a name is empty'
    return new Set(names).size < 6 ? 'a name stands twice' : undefined
  },
}

/** A list of status values. */
export const statusList: FreeValue = {
  form: 'a list of words, separated by commas',
  findIssue(value) {
    const statuses = splitList(value)
    if (statuses.length > MOST_ITEMS) return `it has ${statuses.length} statuses, and ${MOST_ITEMS} at most are taken`
    if (statuses.includes('')) return 'a status is empty'
    return new Set(statuses).size < statuses.length ? 'a status stands twice' : undefined
  },
}

/** The paths that the service stands under. */
export const basePaths: FreeValue = {
  form: 'base paths, separated by commas, e.g. /api-host; "root" may be one of them',
  findIssue(value) {
    const paths = splitList(value)
    if (paths.length > MOST_ITEMS) return `it has ${paths.length} paths, and ${MOST_ITEMS} at most are taken`
    const wrong = paths.find((path) => path !== 'root' && (!PATH.test(path) || path.endsWith('/')))
    if (wrong !== undefined) return `"${wrong}" is no path that begins with a slash and ends without one`
    return new Set(paths).size < paths.length ? 'a path stands twice' : undefined
  },
}

/** Splits a comma-separated value and takes white space away from around its parts, as Python does. */
export function splitList(value: string): string[] {
  return value.split(',').map(stripSpace)
}

function findTemplateIssue(template: string): string | undefined {
  if (!PATH.test(template)) return `"${template}" is no path`
  const count = template.split(INTEGRATION_ID).length - 1
  if (count !== 1) return `"${template}" has ${count} ${INTEGRATION_ID} instead of one`
  const taken = WRITTEN_PATHS.find((path) => toPathPattern(template).test(path))
  return taken === undefined ? undefined : `"${template}" takes ${taken} away from the interface`
}
