// What the values of some assumptions mean.

import type { Answers } from '../../engine/assumptions/answers.ts'
import type { Assumptions } from '../../engine/assumptions/assumptions.ts'
import { splitList } from '../../engine/assumptions/free-values.ts'
import type { NameIn } from '../../engine/input/options/own-names.ts'

/** The answers that add what newer clients send. */
export const newer = { newerParameters: ['supported', 'withoutAgents'] } as const satisfies Answers

const KNOWN_STATUSES = ['AWAITING_DATABASE', 'READY', 'UNUSED', 'AWAITING_DELETE', 'UNKNOWN'] as const

/** The status of a deployment. The editor offers the known ones and those that your project declares in `OwnNames`. */
export type DeploymentStatus = NameIn<'statuses', (typeof KNOWN_STATUSES)[number]>

/** The status values that exist. */
export function statusValuesOf({ statusValues }: Assumptions): readonly string[] {
  if (statusValues === 'known') return KNOWN_STATUSES
  return statusValues === 'extra' ? [...KNOWN_STATUSES, 'HIBERNATED'] : splitList(statusValues)
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
