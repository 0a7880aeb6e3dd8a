// What of a world a deployment can refer to.

import type { Draw } from '../../../../engine/store/random.ts'
import type { ListenerRecord } from '../../listeners.ts'
import type { RepositoryRecord } from '../../repositories/repository.ts'
import type { PartialDeploymentRecord } from '../deployment.ts'

/**
 * Returns the repositories that fit the name that a deployment is given. If it is said to be built from one, and none
 * fits, or if its repository is given, any will do.
 */
export function selectFitting(
  repositories: readonly RepositoryRecord[],
  { name, source, source_config }: PartialDeploymentRecord,
): readonly RepositoryRecord[] {
  const { repo_url, integration_id = null } = source_config ?? {}
  // An invalid name is rejected when the record is written.
  if (typeof name !== 'string' || repo_url !== undefined || integration_id !== null) return repositories
  const rated = repositories.map((repository) => ({ repository, rate: rateFit(repository, name) }))
  const best = Math.max(1, ...rated.map(({ rate }) => rate))
  const fitting = rated.flatMap(({ repository, rate }) => (rate === best ? [repository] : []))
  return fitting.length === 0 && source === 'github' ? repositories : fitting
}

// How much of the names is the same; 0 if they do not fit. What fits acme/support-agent is `support-agent`,
// `support-agent-prod`, `support` or `acme-support-agent`.
function rateFit({ owner, name: repository }: RepositoryRecord, name: string): number {
  const begun = `${name}-`
  const rates = [`${repository}-`, `${owner}-${repository}-`].map((each) =>
    begun.startsWith(each) || each.startsWith(begun) ? Math.min(each.length, begun.length) : 0,
  )
  return Math.max(...rates)
}

/** Picks the listener of a deployment, and the namespace in its cluster; undefined if there is no listener. */
export function pickListener(
  listeners: readonly ListenerRecord[],
  open: (field: string) => Draw,
  given: string | null | undefined,
): { id: string; k8s_namespace: string } | undefined {
  const serving = listeners.filter(({ compute_config }) => compute_config.k8s_namespaces?.includes(given ?? ''))
  const candidates = serving.length === 0 ? listeners : serving
  if (candidates.length === 0) return undefined
  const { id, compute_config } = open('listener_id').pick(candidates)
  const namespaces = compute_config.k8s_namespaces ?? []
  return { id, k8s_namespace: namespaces.length === 0 ? 'agents' : open('k8s_namespace').pick(namespaces) }
}
