/** The placeholder of a path template that stands for the integration's id. */
export const INTEGRATION_ID = '{integration_id}'

const PATH = /^\/[^\s?#]*$/

/** Splits a comma-separated value and trims its parts. */
export function splitList(value: string): string[] {
  return value.split(',').map((part) => part.trim())
}

/** What is wrong with a pair of repository paths, if anything. */
export function checkPathTemplates(value: string): string | undefined {
  const templates = splitList(value)
  if (templates.length !== 2) return `it has ${templates.length} of the two templates`
  if (templates[0] === templates[1]) return 'the two templates are the same'
  return templates.map(checkPathTemplate).find((mistake) => mistake !== undefined)
}

/** What is wrong with the names of a repository's six fields, if anything. */
export function checkFieldNames(value: string): string | undefined {
  const names = splitList(value)
  if (names.length !== 6) return `it has ${names.length} of the six names`
  if (names.includes('')) return 'a name is empty'
  return new Set(names).size < 6 ? 'a name stands twice' : undefined
}

/** What is wrong with a list of status values, if anything. */
export function checkStatusList(value: string): string | undefined {
  const statuses = splitList(value)
  if (statuses.includes('')) return 'a status is empty'
  return new Set(statuses).size < statuses.length ? 'a status stands twice' : undefined
}

/** What is wrong with a list of base paths, if anything. */
export function checkBasePaths(value: string): string | undefined {
  const wrong = splitList(value).find((path) => path !== 'root' && !isBasePath(path))
  return wrong === undefined ? undefined : `"${wrong}" is no path that begins with a slash and ends without one`
}

function checkPathTemplate(template: string): string | undefined {
  if (!PATH.test(template)) return `"${template}" is no path`
  const count = template.split(INTEGRATION_ID).length - 1
  return count === 1 ? undefined : `"${template}" has ${count} ${INTEGRATION_ID} instead of one`
}

function isBasePath(path: string): boolean {
  return PATH.test(path) && !path.endsWith('/')
}
