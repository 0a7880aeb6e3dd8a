// What the values of some assumptions mean.

import { splitList } from '../../engine/define/assumptions/register-entry.ts'
import type { Answers, Assumptions } from './assumptions.ts'
import { FINAL_DELETE, KNOWN_STATUSES } from './statuses.ts'

/** The answers that add what newer clients send. */
export const newer = { newerParameters: ['supported', 'withoutAgents'] } as const satisfies Answers

const HIBERNATED = 'HIBERNATED'

/** The status values that exist under some listed answer. */
export const LISTED_STATUSES = [...KNOWN_STATUSES, FINAL_DELETE, HIBERNATED]

/** The status values that exist. */
export function statusValuesOf({ statusValues }: Assumptions): readonly string[] {
  if (statusValues === 'known') return KNOWN_STATUSES
  if (statusValues === 'newer') return [...KNOWN_STATUSES, FINAL_DELETE]
  return statusValues === 'extra' ? [...KNOWN_STATUSES, HIBERNATED] : splitList(statusValues)
}

/** The paths of the two repository listings, one for each kind of integration. */
export function repositoryPathsOf({ repositoryPaths }: Assumptions): { standard: string; alternate: string } {
  if (repositoryPaths === 'v1' || repositoryPaths === 'v2') {
    return {
      standard: `/${repositoryPaths}/integrations/github/{integration_id}/repos`,
      alternate: `/${repositoryPaths}/integrations/forge/github/{integration_id}/repos`,
    }
  }
  const [standard = '', alternate = ''] = splitList(repositoryPaths)
  return { standard, alternate }
}

/** The base paths of the service; the empty path is the root. */
export function basePathsOf({ versionPrefix }: Assumptions): readonly string[] {
  return splitList(versionPrefix).map((path) => (path === 'root' ? '' : path))
}
