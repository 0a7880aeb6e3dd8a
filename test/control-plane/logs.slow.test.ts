import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SpeedInput } from '../../src/index.ts'
import { fetchJson } from '../support/client.ts'
import { BUILT, createLoggedWorld, type LogsBody, type WireLine } from '../support/logged-world.ts'
import { runs } from '../support/scope.ts'

const textOf = (lines: readonly WireLine[]) => lines.map(({ level, message }) => `${level} ${message}`).join('\n')
const withoutEnd = (...states: (keyof typeof BUILT)[]) =>
  Object.fromEntries(Object.entries(BUILT).filter(([state]) => !states.includes(state as keyof typeof BUILT)))

test('the build log tells the steps from the repository to the image, in the order of time', async () => {
  const { addRevision, readLogs } = createLoggedWorld()
  const { id } = addRevision()
  const { logs } = await readLogs(`/revisions/${id}/build_logs`)
  expect(textOf(logs)).toMatch(
    /Cloning https:\/\/github\.com\/lumen-works\/support-agent[\s\S]*main[\s\S]*langgraph\.json[\s\S]*Resolved \d+ packages[\s\S]*Pushed registry\.deployments\.example\/revisions:[0-9a-f-]{36}\nINFO Build succeeded$/,
  )
  const times = logs.map(({ timestamp }) => timestamp)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(times.at(0)).toBeGreaterThanOrEqual(Date.parse(BUILT.AWAITING_BUILD))
  expect(times.at(-1)).toBe(Date.parse(BUILT.AWAITING_DEPLOY))
})

test('the build log of a failed build ends with errors that say why', async () => {
  const { addRevision, readLogs } = createLoggedWorld()
  const course = { ...withoutEnd('AWAITING_DEPLOY', 'DEPLOYING', 'DEPLOYED'), BUILD_FAILED: BUILT.AWAITING_DEPLOY }
  const { id } = addRevision(course, { outcome: 'buildFails' })
  const { logs } = await readLogs(`/revisions/${id}/build_logs`, { order: 'desc', limit: 30 })
  expect(logs.slice(0, 2).map(({ level }) => level)).toEqual(['ERROR', 'ERROR'])
  expect(logs[0]?.message).toBe('Build failed with exit code 1')
  expect(textOf(logs)).not.toContain('Pushing')
})

test('the build log of a build that hangs stops in the middle', async () => {
  const { addRevision, readLogs } = createLoggedWorld()
  const course = withoutEnd('AWAITING_DEPLOY', 'DEPLOYING', 'DEPLOYED')
  const { id } = addRevision(course, { outcome: 'buildHangs' })
  const { logs } = await readLogs(`/revisions/${id}/build_logs`)
  expect(logs.at(-1)?.message).toBe('Installing dependencies')
})

test('the build log of an interrupted build says so, and nothing after that', async () => {
  const { addRevision, readLogs } = createLoggedWorld()
  const end = '2026-03-02T09:00:40Z'
  const course = { ...withoutEnd('AWAITING_DEPLOY', 'DEPLOYING', 'DEPLOYED'), INTERRUPTED: end }
  const { id } = addRevision(course)
  const { logs } = await readLogs(`/revisions/${id}/build_logs`)
  expect(logs.at(-1)).toMatchObject({
    level: 'WARNING',
    message: 'The build was interrupted',
    timestamp: Date.parse(end),
  })
  expect(textOf(logs)).not.toContain('Resolving')
})

test('the build log of a build that was faster than usual says the rest at its end', async () => {
  const { addRevision, readLogs } = createLoggedWorld()
  const end = '2026-03-02T09:00:40Z'
  const { id } = addRevision({ BUILDING: '2026-03-02T09:00:20Z', AWAITING_DEPLOY: end })
  const { logs } = await readLogs(`/revisions/${id}/build_logs`)
  expect(logs.find(({ message }) => message === 'Pushing the image')?.timestamp).toBe(Date.parse(end))
  expect(logs.at(-1)).toMatchObject({ message: 'Build succeeded', timestamp: Date.parse(end) })
})

test('the build log of a skipped revision says why nothing was built', async () => {
  const { addRevision, readLogs } = createLoggedWorld()
  const { id } = addRevision({ CREATING: BUILT.CREATING, QUEUED: BUILT.QUEUED, SKIPPED: BUILT.BUILDING })
  const { logs } = await readLogs(`/revisions/${id}/build_logs`)
  expect(textOf(logs)).toBe('WARNING Skipped: a newer revision replaced this one')
})

test('the build log of an image that was built elsewhere is empty', async () => {
  const { addRevision, readLogs } = createLoggedWorld()
  const { id } = addRevision(withoutEnd('AWAITING_BUILD', 'BUILDING'), { source: 'internal_docker' })
  expect(await readLogs(`/revisions/${id}/build_logs`)).toEqual({ logs: [], next_offset: null })
})

test('the deploy log tells the rollout, and then the runs of clients', async () => {
  const { addRevision, readLogs } = createLoggedWorld()
  const { id } = addRevision()
  const { logs } = await readLogs(`/revisions/${id}/deploy_logs`, { limit: 1000 })
  const [before = '', after = ''] = textOf(logs).split('Revision is ready and receives all requests\n')
  expect(before).toMatch(/^INFO Waiting to deploy[\s\S]*Pulling[\s\S]*Starting the container[\s\S]*Health check/)
  expect(after).toMatch(/^INFO Run started: graph=\w+ run_id=/)
})

test('the deploy log of a deployment that does not become ready ends with the timeout', async () => {
  const { addRevision, readLogs } = createLoggedWorld()
  const course = { ...withoutEnd('DEPLOYED'), DEPLOY_FAILED: '2026-03-02T09:09:10Z' }
  const { id } = addRevision(course, { outcome: 'deployFails' })
  const { logs } = await readLogs(`/revisions/${id}/deploy_logs`)
  expect(logs.at(-1)).toMatchObject({
    level: 'ERROR',
    message: 'Timeout: Deployment is not ready after 300 seconds.',
  })
  expect(textOf(logs)).toContain('WARNING Health check GET /ok failed')
})

test('the deploy log ends when another revision is deployed', async () => {
  const { addRevision, readLogs } = createLoggedWorld()
  const { id } = addRevision()
  const replaced = '2026-03-02T09:15:00Z'
  addRevision({ CREATING: '2026-03-02T09:10:00Z', DEPLOYING: '2026-03-02T09:13:00Z', DEPLOYED: replaced })
  const { logs } = await readLogs(`/revisions/${id}/deploy_logs`, { order: 'desc', limit: 1 })
  expect(logs[0]?.timestamp).toBeLessThan(Date.parse(replaced))
  expect(logs[0]?.timestamp).toBeGreaterThan(Date.parse(replaced) - 120_000)
})

test('the deploy log of a revision that has run for years has a page of the latest lines', async () => {
  const { simulator, addRevision, readLogs } = createLoggedWorld({ now: '2038-03-02T09:30:00Z' })
  const { id } = addRevision()
  const { logs, next_offset } = await readLogs(`/revisions/${id}/deploy_logs`, { order: 'desc', limit: 100 })
  expect(logs).toHaveLength(100)
  expect(logs[0]?.timestamp).toBeGreaterThan(Date.parse(simulator.clock.now()) - 120_000)
  expect(next_offset).not.toBeNull()
  expect((await readLogs(`/revisions/${id}/deploy_logs`, { limit: 1 })).logs[0]?.message).toMatch(/^Waiting to deploy/)
})

test('the deploy log that is searched for something rare can have pages without lines', async () => {
  const { addRevision, readLogs } = createLoggedWorld({ now: '2038-03-02T09:30:00Z' })
  const { id } = addRevision()
  const page = await readLogs(`/revisions/${id}/deploy_logs`, { query: 'no line contains this' })
  expect(page.logs).toEqual([])
  expect(page.next_offset).not.toBeNull()
})

const rollOut = async (speed: SpeedInput, milliseconds: number) => {
  const { simulator, deployment, readAll } = createLoggedWorld({ speed })
  const created = await simulator.fetch(`/v2/deployments/${deployment.id}/revisions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect(created.status).toBe(201)
  const { id } = (await created.json()) as { id: string }
  simulator.clock.advance(milliseconds)
  const build = await readAll(`/revisions/${id}/build_logs`)
  const deploy = await readAll(`/revisions/${id}/deploy_logs`)
  return { build, deploy, status: simulator.db.revisions.get(id)?.status }
}

test('the logs of a rollout are complete at once if it takes no time', async () => {
  const { build, deploy, status } = await rollOut('instant', 0)
  expect(status).toBe('DEPLOYED')
  expect(build.at(-1)?.message).toBe('Build succeeded')
  expect(deploy.at(-1)?.message).toBe('Revision is ready and receives all requests')
  expect(new Set([...build, ...deploy].map(({ timestamp }) => timestamp)).size).toBe(1)
})

test('the logs of a rollout grow faster if it is faster', async () => {
  const usual = await rollOut(1, 400_000)
  const faster = await rollOut(10, 40_000)
  expect(usual.build.length).toBeGreaterThan(5)
  expect(textOf(faster.build)).toBe(textOf(usual.build))
})

test('the lines of a log are the same whenever they are read; time only appends', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 400_000 }), { minLength: 1, maxLength: 6 }),
      fc.constantFrom('build', 'deploy'),
      fc.integer({ min: 1, max: 50 }),
      async (steps, kind, seed) => {
        const { simulator, addRevision, readAll } = createLoggedWorld({ now: BUILT.CREATING, seed })
        const { id } = addRevision()
        let before: WireLine[] = []
        for (const step of steps) {
          simulator.clock.advance(step)
          const lines = await readAll(`/revisions/${id}/${kind}_logs`, { limit: 1000 })
          expect(lines.slice(0, before.length)).toEqual(before)
          expect(new Set(lines.map((line) => line.id)).size).toBe(lines.length)
          before = lines
        }
      },
    ),
    { numRuns: runs(30) },
  )
})

test('the lines of a log are complete and in order on the pages of both orders', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 3, max: 40 }),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 9 }),
      async (limit, revisions, seed) => {
        const { addRevision, readAll } = createLoggedWorld({ seed, now: '2026-03-02T09:10:00Z' })
        for (let count = 0; count < revisions; count += 1) addRevision()
        const all = await readAll('/deploy_logs', { limit: 1000 })
        expect(await readAll('/deploy_logs', { limit })).toEqual(all)
        expect(await readAll('/deploy_logs', { limit, order: 'desc' })).toEqual(all.toReversed())
      },
    ),
    { numRuns: runs(10) },
  )
})

test('the lines of a log are selected by level, by a text in any case of letters, and by run', async () => {
  const { addRevision, readAll } = createLoggedWorld({ now: '2026-03-02T12:00:00Z' })
  addRevision()
  const all = await readAll('/deploy_logs', { limit: 1000 })
  const read = (body: object) => readAll('/deploy_logs', { limit: 1000, ...body })
  expect(await read({ level: 'WARNING' })).toEqual(all.filter(({ level }) => level === 'WARNING' || level === 'ERROR'))
  expect(await read({ level: 'DEBUG' })).toEqual(all)
  expect(await read({ query: 'RUN STARTED' })).toEqual(all.filter(({ message }) => message.startsWith('Run started')))
  const runId = /run_id=(\S+)/.exec(all.at(20)?.message ?? '')?.[1] ?? 'none'
  const ofRun = await read({ run_id: runId })
  expect(ofRun).toEqual(all.filter(({ message }) => message.includes(runId)))
  expect(ofRun).toHaveLength(4)
})

test('the lines of a log are selected by time, with both ends of the range, in every spelling of a time', async () => {
  const { addRevision, readAll } = createLoggedWorld()
  addRevision()
  const all = await readAll('/deploy_logs', { limit: 1000 })
  const [from = 0, to = 0] = [all[10]?.timestamp, all[20]?.timestamp]
  const expected = all.slice(10, 21)
  const read = (start_time: unknown, end_time: unknown) => readAll('/deploy_logs', { start_time, end_time })
  expect(await read(new Date(from).toISOString(), new Date(to).toISOString())).toEqual(expected)
  expect(await read(new Date(from).toISOString().replace('Z', '+00:00'), to)).toEqual(expected)
  expect(await read(from, to)).toEqual(expected)
  expect(await read(new Date(from).toISOString().replace('Z', ''), to)).toEqual(expected)
  expect(await read(`${from}.0`, `${to}.0`)).toEqual(expected)
  expect(await read((from / 1000).toFixed(3), (to / 1000).toFixed(3))).toEqual(expected)
})

test('the lines of a log reach a client that follows the log each once', async () => {
  const { simulator, addRevision, readLogs, readAll } = createLoggedWorld({ now: BUILT.CREATING })
  addRevision()
  const seen = new Map<string, WireLine>()
  let start_time: number | undefined
  for (let poll = 0; poll < 400; poll += 1) {
    simulator.clock.advance(2000)
    const { logs } = await readLogs('/deploy_logs', { order: 'asc', limit: 50, start_time })
    for (const line of logs) seen.set(line.id, line)
    start_time = logs.at(-1)?.timestamp ?? start_time
  }
  expect([...seen.values()]).toEqual(await readAll('/deploy_logs', { limit: 1000 }))
})

test('the lines of a log reach a client that keeps the last offset each once', async () => {
  const { simulator, addRevision, readLogs, readAll } = createLoggedWorld({ now: BUILT.CREATING })
  const { id } = addRevision()
  const seen: WireLine[] = []
  let offset: string | null = null
  for (let poll = 0; poll < 100; poll += 1) {
    simulator.clock.advance(3000)
    const page: LogsBody = await readLogs(`/revisions/${id}/build_logs`, { order: 'asc', limit: 50, offset })
    seen.push(...page.logs)
    offset = page.next_offset ?? offset
  }
  expect(seen).toEqual(await readAll(`/revisions/${id}/build_logs`))
  expect(seen.length).toBeGreaterThan(10)
})

test('the later paths list the same lines', async () => {
  const { simulator, deployment, addRevision, readAll } = createLoggedWorld()
  const { id } = addRevision()
  const path = `/v2/deployments/${deployment.id}`
  for (const [target, same] of [
    [`${path}/logs?limit=1000`, '/deploy_logs'],
    [`${path}/revisions/${id}/logs?type=build`, `/revisions/${id}/build_logs`],
    [`${path}/revisions/${id}/logs?type=deploy&limit=1000`, `/revisions/${id}/deploy_logs`],
  ] as const) {
    const { logs } = await fetchJson<LogsBody>(simulator, target)
    expect(logs).toEqual(await readAll(same, { limit: 1000 }))
  }
})

test('the later paths list new lines as time passes, although no data changes', async () => {
  const { simulator, deployment, addRevision } = createLoggedWorld()
  addRevision()
  const read = () => fetchJson<LogsBody>(simulator, `/v2/deployments/${deployment.id}/logs?order=desc`)
  const before = await read()
  simulator.clock.advance(120_000)
  expect((await read()).logs[0]?.timestamp).toBeGreaterThan(before.logs[0]?.timestamp ?? 0)
})

test('the later paths page with cursors', async () => {
  const { simulator, deployment, addRevision, readAll } = createLoggedWorld()
  addRevision()
  addRevision()
  const lines: WireLine[] = []
  let cursor = ''
  do {
    const query = `deployment_id=${deployment.id}&sort_order=desc&page_size=17${cursor}`
    const page = await fetchJson<{ items: WireLine[]; next_cursor: string | null }>(
      simulator,
      `/v2/deployment-logs?${query}`,
    )
    lines.push(...page.items)
    cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`
  } while (cursor !== '')
  expect(lines.toReversed()).toEqual(await readAll('/deploy_logs', { limit: 1000 }))
})

test('the later paths list the build logs of all revisions', async () => {
  const { simulator, deployment, addRevision } = createLoggedWorld()
  addRevision()
  addRevision()
  const { items } = await fetchJson<{ items: WireLine[] }>(
    simulator,
    `/v2/deployment-logs?deployment_id=${deployment.id}&log_type=BUILD&page_size=100`,
  )
  expect(items.filter(({ message }) => message === 'Build succeeded')).toHaveLength(2)
})

test('the later paths list the lines of revisions that were created at the same time in the order of their ids', async () => {
  const ids = ['22222222-0000-4000-8000-000000000000', '11111111-0000-4000-8000-000000000000']
  const { simulator, deployment, addRevision } = createLoggedWorld()
  for (const id of ids) addRevision(BUILT, { id })
  const readFirst = async (query: string) => {
    const path = `/v2/deployment-logs?deployment_id=${deployment.id}&log_type=BUILD&page_size=1${query}`
    return (await fetchJson<{ items: WireLine[] }>(simulator, path)).items
  }
  expect(await readFirst('')).toEqual(await readFirst(`&revision_id=${ids[1]}`))
})

const UNKNOWN = '11111111-2222-3333-4444-555555555555'

test('a request for logs is rejected if the deployment is unknown', async () => {
  const { simulator } = createLoggedWorld()
  for (const path of [`/v2/deployments/${UNKNOWN}/logs`, `/v2/deployment-logs?deployment_id=${UNKNOWN}`]) {
    const response = await simulator.fetch(path)
    expect([response.status, await response.json()]).toEqual([404, { detail: `Deployment ID ${UNKNOWN} not found.` }])
  }
})

test('a request for logs is rejected if the revision is unknown, or belongs to another deployment', async () => {
  const { simulator, deployment } = createLoggedWorld()
  const other = simulator.db.deployments.create({ name: 'other' })
  const elsewhere = simulator.db.revisions.create({ deployment_id: other.id })
  for (const id of [UNKNOWN, elsewhere.id]) {
    const response = await simulator.fetch(`/v2/deployments/${deployment.id}/revisions/${id}/logs?type=build`)
    expect([response.status, await response.json()]).toEqual([404, { detail: `Revision ID ${id} not found.` }])
  }
})

test('a request for logs is rejected if its offset or cursor is not one of this log', async () => {
  const { simulator, deployment, addRevision, readLogs } = createLoggedWorld()
  const { id } = addRevision()
  const later = addRevision()
  const { next_offset } = await readLogs(`/revisions/${later.id}/deploy_logs`, { limit: 1 })
  const base = `/v2/deployments/${deployment.id}/revisions/${id}/logs?type=deploy`
  for (const offset of ['nonsense', '%00', String(next_offset)]) {
    const response = await simulator.fetch(`${base}&offset=${offset}`)
    expect([offset, response.status, await response.json()]).toEqual([offset, 400, { detail: 'Invalid offset.' }])
  }
  const response = await simulator.fetch(`/v2/deployment-logs?deployment_id=${deployment.id}&cursor=5`)
  expect([response.status, await response.json()]).toEqual([400, { detail: 'Invalid cursor.' }])
})
