import type { DeploymentSummary } from '../records/deployment.ts'

/** What a list of deployments is narrowed to; all that is named has to hold. */
export interface DeploymentFilter {
  name?: { match: 'substring' | 'prefix' | 'substringIgnoringCase'; text: string }
  status?: string
  remote_reconciled?: boolean
  tag_value_ids?: { match: 'any' | 'all'; ids: readonly string[] }
  image_version?: { match: 'exact' | 'prefix'; text: string }
  deployment_type?: string
  deployment_ids?: readonly string[]
}

/** The filter that asks for all that some filters ask for. */
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

/** Whether a deployment is what a filter asks for. */
export function matchesFilter(deployment: DeploymentSummary, filter: DeploymentFilter): boolean {
  if (filter.status !== undefined && deployment.status !== filter.status) return false
  if (filter.deployment_type !== undefined && deployment.deployment_type !== filter.deployment_type) return false
  if (filter.remote_reconciled !== undefined && deployment.remote_reconciled !== filter.remote_reconciled) return false
  if (filter.deployment_ids !== undefined && !filter.deployment_ids.includes(deployment.id)) return false
  if (filter.name !== undefined && !matchesName(deployment.name, filter.name)) return false
  if (filter.image_version !== undefined && !matchesVersion(deployment.image_version, filter.image_version))
    return false
  return filter.tag_value_ids === undefined || matchesTags(deployment.tag_value_ids, filter.tag_value_ids)
}

/**
 * The parts of a filter that ask for one value of one attribute, each as a text of its own.
 * Every match of the filter matches each of them.
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

function matchesName(name: string, { match, text }: NonNullable<DeploymentFilter['name']>): boolean {
  if (match === 'prefix') return name.startsWith(text)
  if (match === 'substring') return name.includes(text)
  return name.toLowerCase().includes(text.toLowerCase())
}

function matchesVersion(
  version: string | null,
  { match, text }: NonNullable<DeploymentFilter['image_version']>,
): boolean {
  if (version === null) return false
  return match === 'exact' ? version === text : version.startsWith(text)
}

function matchesTags(
  carried: readonly string[],
  { match, ids }: NonNullable<DeploymentFilter['tag_value_ids']>,
): boolean {
  return match === 'any' ? ids.some((id) => carried.includes(id)) : ids.every((id) => carried.includes(id))
}
