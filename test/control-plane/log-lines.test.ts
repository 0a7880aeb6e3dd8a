import { expect, test } from 'vitest'
import { createLoggedWorld, type WireLine } from '../support/logged-world.ts'

const RUN = [
  /^INFO Run started: graph=\S+ run_id=(\S+)$/,
  /^DEBUG Called \w.* after (\d+) ms run_id=(\S+)$/,
  /^(?:INFO Run succeeded: \d+ ms|WARNING Run succeeded, but waited for a worker: \d+ ms|ERROR Run failed: \w.+) run_id=(\S+)$/,
  /^INFO POST \/threads\/[0-9a-f-]{36}\/runs\/wait 200 (\d+) ms run_id=(\S+)$/,
]

test('each run logs its start, a call, its end and its response', async () => {
  const { addRevision, readAll } = createLoggedWorld({ now: '2026-03-02T14:00:00Z' })
  const { id } = addRevision()
  const all = await readAll(`/revisions/${id}/deploy_logs`, { limit: 1000 })
  const lines = all.slice(all.findIndex(({ message }) => message.startsWith('Run started')))
  const ends = new Set<string>()
  for (let start = 0; start + 4 <= lines.length; start += 4) {
    const run = lines.slice(start, start + 4)
    const found = run.map(({ level, message }, index) => RUN[index]?.exec(`${level} ${message}`) ?? [])
    expect(new Set(found.map((groups) => groups.at(-1))).size).toBe(1)
    const [started = 0, called, ended, sent = 0] = run.map(({ timestamp }) => timestamp)
    expect([called, ended]).toEqual([started + Number(found[1]?.[1]), started + Number(found[3]?.[1])])
    expect(sent).toBeGreaterThan(ended as number)
    ends.add(String(run[2]?.level))
  }
  expect([...ends].toSorted()).toEqual(['ERROR', 'INFO', 'WARNING'])
})

test('a build in progress has logged the lines up to now, in both orders and from any time', async () => {
  const course = {
    CREATING: '2026-03-02T09:00:00Z',
    QUEUED: '2026-03-02T09:00:03Z',
    AWAITING_BUILD: '2026-03-02T09:00:09Z',
    BUILDING: '2026-03-02T09:00:20Z',
  }
  const readAt = async (now: string, body: object = {}): Promise<WireLine[]> => {
    const { addRevision, readAll } = createLoggedWorld({ now })
    const { id } = addRevision(course)
    return readAll(`/revisions/${id}/build_logs`, { limit: 1000, ...body })
  }
  const [early, late] = [await readAt('2026-03-02T09:01:30Z'), await readAt('2026-03-02T09:20:00Z')]
  expect(early.length).toBeGreaterThan(3)
  expect(early).toEqual(late.filter(({ timestamp }) => timestamp <= Date.parse('2026-03-02T09:01:30Z')))
  expect(late.length).toBeGreaterThan(early.length)
  expect(await readAt('2026-03-02T09:01:30Z', { order: 'desc' })).toEqual(early.toReversed())
  const start_time = new Date(early[2]?.timestamp ?? 0).toISOString()
  expect(await readAt('2026-03-02T09:01:30Z', { start_time })).toEqual(early.slice(2))
})
