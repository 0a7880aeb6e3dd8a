// Links that open a world of their own.

import type { ChaosInput } from '../core/behaviour/chaos-input.ts'
import type { FaultInput } from '../core/behaviour/fault.ts'
import type { AssumptionOverrides } from '../core/register/assumptions.ts'
import type { Preset } from '../core/register/register.ts'

/** What a link opens, and where it leads. */
export interface OpenLinkOptions {
  /** The name of a scenario. Default: that of the simulator. */
  scenario?: string | undefined
  /** The name of a stored snapshot, instead of a scenario. */
  snapshot?: string | undefined
  seed?: number | undefined
  now?: string | Date | undefined
  preset?: Preset | undefined
  assumptions?: AssumptionOverrides | undefined
  faults?: readonly FaultInput[] | undefined
  chaos?: ChaosInput | undefined
  /** The name of the session. Without one, each visit gets a session of its own. */
  session?: string | undefined
  /**
   * The page that the link leads to. `{url}` in it is replaced by the URL of the session, and `{session}`
   * by its name. Default: the console of the session.
   */
  to?: string | undefined
}

/**
 * Builds a link to a world of its own. Whoever opens it in a browser gets a new session.
 *
 * @param url the URL of the server
 * @example
 * buildOpenLink('http://127.0.0.1:4010', { scenario: 'busy', seed: 7, to: 'http://localhost:5173/?api={url}' })
 */
export function buildOpenLink(url: string, options: OpenLinkOptions = {}): string {
  const { assumptions = {}, faults = [], now, chaos, ...texts } = options
  const parameters = [
    ...Object.entries({ ...texts, now: now instanceof Date ? now.toISOString() : now, chaos: writeChaos(chaos) }),
    ...Object.entries(assumptions).map(([id, value]) => ['assume', `${id}=${value}`] as const),
    ...faults.map((fault) => ['fault', JSON.stringify(fault)] as const),
  ]
  const given = parameters.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const query = new URLSearchParams(given).toString()
  return `${url.replace(/\/+$/, '')}/_simulator/open${query === '' ? '' : `?${query}`}`
}

function writeChaos(chaos: ChaosInput | undefined): string | undefined {
  if (typeof chaos !== 'object') return chaos === undefined ? undefined : String(chaos)
  return chaos.seed === undefined ? String(chaos.level) : `${chaos.level}:${chaos.seed}`
}
