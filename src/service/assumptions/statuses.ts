// The statuses of deployments.

import type { NameIn } from '../../engine/input/options/own-names.ts'

/**
 * The known statuses, each with its share of the deployments that worlds begin with. It is 0 for a status that only
 * requests lead to, such as a pause: nobody would end it.
 */
const STATUS_SHARES = {
  AWAITING_DATABASE: 2,
  READY: 12,
  UNUSED: 2,
  AWAITING_DELETE: 2,
  UNKNOWN: 2,
  AWAITING_FINAL_DELETE: 0,
}

/** The status that newer versions of the real service have, too: only the database has yet to be deleted. */
export const FINAL_DELETE = 'AWAITING_FINAL_DELETE' satisfies keyof typeof STATUS_SHARES

/** The statuses that all versions of the real service have. */
export const KNOWN_STATUSES = Object.keys(STATUS_SHARES).filter((status) => status !== FINAL_DELETE)

/** The status of a deployment. The editor offers the known ones and those that your project declares in `OwnNames`. */
export type DeploymentStatus = NameIn<'statuses', keyof typeof STATUS_SHARES>

/** Returns a status, or one that exists if that one does not. */
export function chooseStatus(status: string, statuses: readonly string[]): string {
  return statuses.includes(status) ? status : (statuses[0] ?? status)
}

/** The statuses of the deployments that worlds begin with, each as often as it has shares. */
export function buildStatusBag(statuses: readonly string[]): readonly string[] {
  const shares = new Map<string, number>(Object.entries(STATUS_SHARES))
  // In a realistic world most deployments are READY. If that status does not exist, most have the first one.
  const main = chooseStatus('READY', statuses)
  return statuses.flatMap((status) => Array<string>(status === main ? 12 : (shares.get(status) ?? 2)).fill(status))
}
