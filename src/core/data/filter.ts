import type { DeploymentSummary } from '../records/deployment.ts'

/** A filter of deployments. A deployment must match all of its parts. */
export interface DeploymentFilter {
  name?: { match: 'substring' | 'prefix' | 'substringIgnoringCase'; text: string }
  status?: string
  remote_reconciled?: boolean
  tag_value_ids?: { match: 'any' | 'all'; ids: readonly string[] }
  image_version?: { match: 'exact' | 'prefix'; text: string }
  deployment_type?: string
  deployment_ids?: readonly string[]
}

/** Joins filters into one that requires all of them. */
export function joinFilters(
  filters: readonly { readonly filter: DeploymentFilter | 'nothing' }[],
): DeploymentFilter | 'nothing' {
  let joined: DeploymentFilter = {}
  for (const { filter } of filters) {
    if (filter === 'nothing') return 'nothing'
    joined = { ...joined, ...filter }
  }
  return joined
}

/** Builds a function that tells whether a deployment matches a filter. Lists of ids become sets, built only once. */
export function buildMatcher(filter: DeploymentFilter): (deployment: DeploymentSummary) => boolean {
  const { status, deployment_type, remote_reconciled } = filter
  const isNamed = filter.name === undefined ? matchesAll : buildNameMatcher(filter.name)
  const isOfVersion = filter.image_version === undefined ? matchesAll : buildVersionMatcher(filter.image_version)
  const isTagged = filter.tag_value_ids === undefined ? matchesAll : buildTagMatcher(filter.tag_value_ids)
  const ids = filter.deployment_ids === undefined ? undefined : new Set(filter.deployment_ids)
  return (deployment) =>
    (status === undefined || deployment.status === status) &&
    (deployment_type === undefined || deployment.deployment_type === deployment_type) &&
    (remote_reconciled === undefined || deployment.remote_reconciled === remote_reconciled) &&
    (ids === undefined || ids.has(deployment.id)) &&
    isNamed(deployment.name) &&
    isOfVersion(deployment.image_version) &&
    isTagged(deployment.tag_value_ids)
}

/**
 * Lists the parts of a filter that require one value of one attribute, each as a distinct text. Every
 * match of the filter matches each of them.
 */
export function listEqualities(filter: DeploymentFilter): string[] {
  const { status, deployment_type, remote_reconciled, image_version, tag_value_ids } = filter
  const isOfOneTag = tag_value_ids !== undefined && (tag_value_ids.match === 'all' || tag_value_ids.ids.length === 1)
  return [
    ...(status === undefined ? [] : [`status ${status}`]),
    ...(deployment_type === undefined ? [] : [`deployment_type ${deployment_type}`]),
    ...(remote_reconciled === undefined ? [] : [`remote_reconciled ${remote_reconciled}`]),
    ...(image_version?.match === 'exact' ? [`image_version ${image_version.text}`] : []),
    ...(isOfOneTag ? tag_value_ids.ids.map((id) => `tag_value_id ${id}`) : []),
  ]
}

const matchesAll = (): boolean => true

function buildNameMatcher({ match, text }: NonNullable<DeploymentFilter['name']>): (name: string) => boolean {
  if (match === 'prefix') return (name) => name.startsWith(text)
  if (match === 'substring') return (name) => name.includes(text)
  const folded = text.toLowerCase()
  return (name) => name.toLowerCase().includes(folded)
}

function buildVersionMatcher({
  match,
  text,
}: NonNullable<DeploymentFilter['image_version']>): (version: string | null) => boolean {
  if (match === 'exact') return (version) => version === text
  return (version) => version?.startsWith(text) === true
}

function buildTagMatcher({
  match,
  ids,
}: NonNullable<DeploymentFilter['tag_value_ids']>): (carried: readonly string[]) => boolean {
  const wanted = new Set(ids)
  if (match === 'any') return (carried) => carried.some((id) => wanted.has(id))
  return (carried) => new Set(carried.filter((id) => wanted.has(id))).size === wanted.size
}
