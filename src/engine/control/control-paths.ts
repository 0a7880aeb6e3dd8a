// What the paths of the control API tell before its operations are loaded.

import type { RequestTarget } from '../contract/operation/messages.ts'
import { trimSlashes } from '../http/route-table.ts'
import { type ByteBudget, MEGABYTE, mostOfSnapshot } from '../limits/byte-budget.ts'

export const CONTROL_PATH = '/_simulator'

const MOST_BYTES = 16 * MEGABYTE
const OPEN_TEMPLATES = ['/health']
const SNAPSHOTS_PATH = /^\/_simulator\/snapshots(?:\/[^/]*)?$/
const SESSIONS_PATH = /^\/_simulator\/(?:sessions|open)(?:\/|$)/

/** Whether a path is one of the control API. An encoded spelling goes to the service, which has no such path. */
export function isControlPath(path: string): boolean {
  return path === CONTROL_PATH || path.startsWith(`${CONTROL_PATH}/`)
}

/** Whether everyone may call an operation, even if the others are protected. It does not belong to a session. */
export function isOpenTemplate(template: string): boolean {
  return OPEN_TEMPLATES.includes(template)
}

export function isOpenToAll({ method, path }: RequestTarget): boolean {
  if (!/^(?:GET|HEAD)$/.test(method) || !isControlPath(path)) return false
  return isOpenTemplate(trimSlashes(path.slice(CONTROL_PATH.length)))
}

/** Whether a request may add something to the memory. A reset does not. */
export function canAdd(method: string, path: string): boolean {
  if (path === `${CONTROL_PATH}/reset`) return false
  return /^(?:POST|PUT|PATCH)$/.test(method) || path === `${CONTROL_PATH}/open`
}

/** Whether a request may give memory back. */
export function canFree(method: string, path: string): boolean {
  return method === 'DELETE' || path === `${CONTROL_PATH}/reset`
}

/** Whether a request reads or writes stored snapshots, and leaves its session as it is. */
export function managesSnapshots({ path }: Pick<RequestTarget, 'path'>): boolean {
  return SNAPSHOTS_PATH.test(path)
}

/** How many bytes the body of a request may have. A snapshot can be larger than anything else. */
export function mostOfControl(path: string, budget: ByteBudget): number {
  return managesSnapshots({ path }) || managesSessions({ path }) ? mostOfSnapshot(budget) : MOST_BYTES
}

/** Whether a request lists, creates or ends sessions, so that it needs none of its own. */
export function managesSessions({ path }: Pick<RequestTarget, 'path'>): boolean {
  return SESSIONS_PATH.test(path)
}
