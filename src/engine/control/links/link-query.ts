// What a link opens, as the query of a URL, and how much that can contain.

type Chaos = string | number | { level: string | number; seed?: number | undefined }

/** What a link opens, and where it leads. Clients and operations know more about its fields. */
export interface OpenLinkOptions {
  /** The name of a scenario. Default: that of the simulator. */
  scenario?: string | undefined
  /** The name of a stored snapshot, instead of a scenario. */
  snapshot?: string | undefined
  /** The seed of the data. Default: that of the scenario. */
  seed?: number | undefined
  /** The time of the world at the start. Default: that of the scenario. */
  now?: string | Date | undefined
  /** The preset of the assumptions. Default: that of the simulator. */
  preset?: string | undefined
  /** Assumptions that replace the preset’s. */
  assumptions?: object | undefined
  /** The faults at the start. */
  faults?: readonly object[] | undefined
  /** Random faults, drawn from a seed. */
  chaos?: Chaos | undefined
  /** The name of the session. Without one, each visit gets a session of its own. */
  session?: string | undefined
  /**
   * The page that the link leads to. `{url}` in it is replaced by the URL of the session, and `{session}`
   * by its name. Default: the console of the session, or a page about it if the server requires a token.
   */
  to?: string | undefined
}

/** Writes options as the query of `GET /_simulator/open`; empty if there are none. */
export function writeLinkQuery(options: OpenLinkOptions & { expires?: string | undefined }): string {
  const { assumptions = {}, faults = [], now, chaos, ...texts } = options
  const parameters = [
    ...Object.entries({ ...texts, now: now instanceof Date ? now.toISOString() : now, chaos: writeChaos(chaos) }),
    ...Object.entries(assumptions).map(([id, value]) => ['assume', `${id}=${value}`] as const),
    ...faults.map((fault) => ['fault', JSON.stringify(fault)] as const),
  ]
  const pairs = parameters.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return new URLSearchParams(pairs).toString()
}

function writeChaos(chaos: Chaos | undefined): string | undefined {
  if (typeof chaos !== 'object') return chaos === undefined ? undefined : String(chaos)
  return chaos.seed === undefined ? String(chaos.level) : `${chaos.level}:${chaos.seed}`
}
