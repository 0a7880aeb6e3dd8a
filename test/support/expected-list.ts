import type { AssumptionOverrides, DeploymentRecord, Simulator } from '../../src/index.ts'

type Deployment = DeploymentRecord
type Query = Readonly<Record<string, string>>

const EQUAL = ['status', 'deployment_type', 'remote_reconciled', 'name', 'agent_id', 'agent_environment'] as const
const FILTERS: readonly string[] = [...EQUAL, 'name_contains', 'image_version', 'tag_value_ids', 'deployment_ids']

/** The deployments that match a query, in order: filters and orders once more, implemented as simply as possible. */
export function expectList({ db }: Pick<Simulator, 'db'>, query: Query, assumptions: AssumptionOverrides = {}) {
  const { deploymentOrdering = 'createdDescending' } = assumptions
  const unknown = Object.keys(query).find((name) => !FILTERS.includes(name))
  if (unknown !== undefined) throw new Error(`Failed to filter deployments: ${unknown} is unknown. Add it here.`)
  return db.deployments
    .list()
    .filter((each) => isWanted(each, query, assumptions))
    .toSorted((a, b) => compare(deploymentOrdering, a, b))
}

function isWanted(deployment: Deployment, query: Query, assumptions: AssumptionOverrides): boolean {
  const { nameMatching = 'substring', imageVersionMatching = 'exact', tagMatching = 'any' } = assumptions
  const { id, image_version } = deployment
  const name = deployment.name ?? ''
  const { name_contains: text = '', image_version: version, tag_value_ids: tags, deployment_ids: ids } = query
  const names = {
    substring: name.includes(text),
    prefix: name.startsWith(text),
    substringIgnoringCase: name.toLowerCase().includes(text.toLowerCase()),
  }
  const hasTag = (tag: string) => deployment.tag_value_ids.includes(tag)
  const hasTags = { any: tags?.split(',').some(hasTag), all: tags?.split(',').every(hasTag) }
  const hasVersion = { exact: image_version === version, prefix: image_version?.startsWith(version ?? '') === true }
  return (
    names[nameMatching] &&
    EQUAL.every((field) => query[field] === undefined || String(deployment[field]) === query[field]) &&
    (version === undefined || hasVersion[imageVersionMatching]) &&
    (tags === undefined || hasTags[tagMatching] === true) &&
    (ids === undefined || ids.split(',').includes(id))
  )
}

function compare(ordering: string, a: Deployment, b: Deployment): number {
  // Six digits after the second, so that timestamps are ordered like texts.
  const toInstant = (time: string) => time.replace(/(?:\.(\d+))?Z$/, (_, digits = '') => `.${digits.padEnd(6, '0')}`)
  const keyOf = (each: Deployment) => {
    if (ordering === 'name') return each.name ?? ''
    if (ordering === 'updatedDescending') return toInstant(each.updated_at)
    if (/^created(A|De)scending$/.test(ordering)) return toInstant(each.created_at)
    throw new Error(`Failed to order deployments: ${ordering} is unknown. Add it here.`)
  }
  const [first, second] = [keyOf(a), keyOf(b)]
  if (first === second) return a.id < b.id ? -1 : 1
  return first < second === ordering.endsWith('Descending') ? 1 : -1
}
