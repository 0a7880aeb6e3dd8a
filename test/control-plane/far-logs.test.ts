import { expect, test } from 'vitest'
import { LAST_MICROSECOND, timestampSchema } from '../../src/engine/input/schemas/timestamp.ts'
import { openDraw } from '../../src/engine/store/random.ts'
import { createSimulator } from '../../src/index.ts'
import { revisionSchema } from '../../src/service/resources/deployments/revision.ts'
import { deriveLog } from '../../src/service/rollouts/log-lines.ts'
import { fetchJson } from '../support/client.ts'
import { BUILT, createLoggedWorld, type WireLine } from '../support/logged-world.ts'

const FIRST = '0001-01-01T00:00:00Z'
const LAST = '9999-12-31T23:59:59.999999Z'
const HUNDRED_YEARS = Date.parse('2126-03-02T09:05:40Z')

interface Page {
  lines: WireLine[]
  next: string | null
}

type World = ReturnType<typeof createLoggedWorld>
type Ask = { order: 'asc' | 'desc'; limit: number; after?: string | null; level?: string; query?: string }
type Reader = (world: World, revision: string, asked: Ask) => Promise<Page>

/** The operations that read logs. */
const readers: Readonly<Record<string, Reader>> = {
  listProjectLogs: async ({ readLogs }, revision, { after, ...asked }) => {
    const { logs, next_offset } = await readLogs(`/revisions/${revision}/deploy_logs`, { ...asked, offset: after })
    return { lines: logs, next: next_offset }
  },
  listDeploymentLogs: async ({ simulator, deployment }, _, { after, ...asked }) => {
    const target = `/v2/deployments/${deployment.id}/logs?${toQuery({ ...asked, offset: after })}`
    const { logs, next_offset } = await fetchJson<{ logs: WireLine[]; next_offset: string | null }>(simulator, target)
    return { lines: logs, next: next_offset }
  },
  listDeploymentLogEntries: async ({ simulator, deployment }, _, { after, limit, order, ...asked }) => {
    const query = { deployment_id: deployment.id, sort_order: order, page_size: limit, cursor: after, ...asked }
    const target = `/v2/deployment-logs?${toQuery(query)}`
    const { items, next_cursor } = await fetchJson<{ items: WireLine[]; next_cursor: string | null }>(simulator, target)
    return { lines: items, next: next_cursor }
  },
}

function toQuery(values: object): string {
  return new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
  ).toString()
}

for (const [operation, read] of Object.entries(readers)) {
  const createFarWorld = () => {
    const world = createLoggedWorld()
    const { id } = world.addRevision()
    world.simulator.clock.set(LAST)
    return { ask: (asked: Ask) => read(world, id, asked) }
  }

  test(`${operation} reads the log of a revision in the year 9999, whose runs ended after a hundred years`, async () => {
    const { ask } = createFarWorld()
    const [oldest, latest] = [await ask({ order: 'asc', limit: 100 }), await ask({ order: 'desc', limit: 100 })]
    expect([oldest.lines.length, latest.lines.length]).toEqual([100, 100])
    expect(oldest.lines[0]?.timestamp).toBeLessThan(Date.parse(BUILT.DEPLOYED))
    expect(Math.abs((latest.lines[0]?.timestamp ?? 0) - HUNDRED_YEARS)).toBeLessThan(2 * 86_400_000)
  })

  test(`${operation} continues in both orders in the year 9999`, async () => {
    const { ask } = createFarWorld()
    for (const order of ['asc', 'desc'] as const) {
      const whole = await ask({ order, limit: 100 })
      const first = await ask({ order, limit: 40 })
      const second = await ask({ order, limit: 60, after: first.next })
      expect([...first.lines, ...second.lines]).toEqual(whole.lines)
      expect(new Set(whole.lines.map(({ id }) => id)).size).toBe(100)
    }
  })

  test(`${operation} selects lines by level and text in the year 9999`, async () => {
    const { ask } = createFarWorld()
    for (const order of ['asc', 'desc'] as const) {
      const errors = await ask({ order, limit: 3, level: 'ERROR' })
      expect(errors.lines.map(({ level }) => level)).toEqual(['ERROR', 'ERROR', 'ERROR'])
      const none = await ask({ order, limit: 3, query: 'no line contains this' })
      expect(none.lines).toEqual([])
      expect(none.next).not.toBeNull()
    }
  })

  test(`${operation} is empty in the year 1, before the revision`, async () => {
    const world = createLoggedWorld()
    const { id } = world.addRevision()
    world.simulator.clock.set(FIRST)
    for (const order of ['asc', 'desc'] as const) {
      expect((await read(world, id, { order, limit: 100 })).lines).toEqual([])
    }
  })

  test(`${operation} pages through the log of a revision that was deployed in the year 1`, async () => {
    const toYearOne = ([status, at]: [string, string]) => [status, at.replace('2026-03-02', '0001-01-01')]
    const world = createLoggedWorld({ now: '0001-01-01T09:30:00Z' })
    const { id } = world.addRevision(Object.fromEntries(Object.entries(BUILT).map(toYearOne)))
    const whole = await read(world, id, { order: 'asc', limit: 40 })
    const first = await read(world, id, { order: 'asc', limit: 15 })
    const second = await read(world, id, { order: 'asc', limit: 25, after: first.next })
    expect(whole.lines).toHaveLength(40)
    expect([...first.lines, ...second.lines]).toEqual(whole.lines)
  })
}

test('a log in the year 9999 opens few random streams to find a line', () => {
  const { db } = createSimulator({ scenario: 'default' })
  const deployment = db.deployments.create({ source: 'github' })
  const history = Object.entries(BUILT).map(([status, at]) => ({ status, at: timestampSchema.parse(at) }))
  const revision = db.revisions.create({
    deployment_id: deployment.id,
    history: revisionSchema.shape.history.parse(history),
  })
  let opened = 0
  const log = deriveLog(revision, 'deploy', {
    deployment,
    open(kind, index, field) {
      opened += 1
      return openDraw(1, kind, index, field)
    },
    now: LAST_MICROSECOND,
    speed: 1,
    replacedAfter: () => Number.POSITIVE_INFINITY,
  })
  expect(log.length).toBeGreaterThan(1_000_000)
  expect(log.length).toBeLessThan(2 ** 31)
  for (const share of [0, 0.1, 0.5, 0.999, 1]) {
    const { time } = log.at(Math.floor((log.length - 1) * share))
    const found = log.at(log.indexOf(time))
    expect(found.time).toBe(time)
  }
  expect(opened).toBeLessThan(1000)
})
