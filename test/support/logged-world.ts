import { createSimulator, type SimulatorOptions } from '../../src/index.ts'

/** A line as a response contains it. */
export interface WireLine {
  id: string
  timestamp: number
  level: string
  message: string
}

export interface LogsBody {
  logs: WireLine[]
  next_offset: string | null
}

/** When the revision of `createLoggedWorld` enters each state. */
export const BUILT = {
  CREATING: '2026-03-02T09:00:00Z',
  QUEUED: '2026-03-02T09:00:03.5Z',
  AWAITING_BUILD: '2026-03-02T09:00:09Z',
  BUILDING: '2026-03-02T09:00:20.123456Z',
  AWAITING_DEPLOY: '2026-03-02T09:04:00Z',
  DEPLOYING: '2026-03-02T09:04:10Z',
  DEPLOYED: '2026-03-02T09:05:40.000789Z',
} as const

/** The times of states, in their order. */
export type Course = Readonly<Record<string, string>>

/** Creates a world with one deployment, and a function that adds revisions with a course of states. */
export function createLoggedWorld(options: SimulatorOptions = {}) {
  const simulator = createSimulator({
    scenario: 'empty',
    preset: 'langsmith',
    now: '2026-03-02T09:30:00Z',
    ...options,
    assumptions: { authentication: 'none', ...options.assumptions },
  })
  const deployment = simulator.db.deployments.create({
    name: 'support-agent',
    status: 'READY',
    source: 'github',
    source_config: { repo_url: 'https://github.com/lumen-works/support-agent' },
    source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
  })
  const addRevision = (course: Course = BUILT, given: object = {}) => {
    const history = Object.entries(course).map(([status, at]) => ({ status, at }))
    const [first] = history
    const last = history.at(-1)
    return simulator.db.revisions.create({
      deployment_id: deployment.id,
      created_at: first?.at,
      updated_at: last?.at,
      status: last?.status,
      source: 'github',
      source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
      history,
      ...given,
    } as never)
  }
  /** Requests lines as the command line does. */
  const readLogs = async (path: string, body: object = {}): Promise<LogsBody> => {
    const response = await simulator.fetch(`/v1/projects/${deployment.id}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
    return (await response.json()) as LogsBody
  }
  /** Follows the offsets up to a page without one, or without lines. */
  const readAll = async (path: string, body: object = {}): Promise<WireLine[]> => {
    const lines: WireLine[] = []
    let offset: string | null = null
    for (;;) {
      const page: LogsBody = await readLogs(path, { ...body, offset })
      lines.push(...page.logs)
      offset = page.next_offset
      if (offset === null || page.logs.length === 0) return lines
    }
  }
  return { simulator, deployment, addRevision, readLogs, readAll }
}
