import { expect, test, vi } from 'vitest'
import type { SimulatorOptions } from '../../src/index.ts'
import { createCall, createService, type Fields } from '../support/control-plane.ts'

const NAME = 'support-pr-7'

function open(options: SimulatorOptions = {}) {
  const simulator = createService({ preset: 'langsmith-next', scenario: 'first-day', ...options })
  const { db, clock } = simulator
  const openPullRequest = (fields: object = {}) => db.deployments.create({ name: NAME, is_preview: true, ...fields })
  const revisionsOf = (deployment_id: string) => db.revisions.list({ where: { deployment_id } })
  const statusesOf = (id: string) => revisionsOf(id).map(({ status }) => status)
  return { simulator, db, clock, call: createCall(simulator.fetch), openPullRequest, revisionsOf, statusesOf }
}

test('a pull request makes a preview from GitHub, whose first revision rolls out', async () => {
  const { db, clock, call, openPullRequest, revisionsOf } = open()
  const preview = openPullRequest()
  const [revision, ...others] = revisionsOf(preview.id)
  expect(others).toEqual([])
  expect(preview).toMatchObject({ source: 'github', status: 'AWAITING_DATABASE', latest_revision_id: revision?.id })
  expect(preview).toMatchObject({ active_revision_id: null, source_config: { custom_url: null } })
  expect(revision).toMatchObject({ status: 'CREATING', outcome: 'succeeds' })
  const read = async (path = '') => (await call(`GET /v2/deployments/${preview.id}${path}`)).body
  clock.advance('7m')
  expect((await read(`/revisions/${revision?.id}`)).status).toBe('BUILDING')
  clock.advance('13m')
  expect((await read(`/revisions/${revision?.id}`)).status).toBe('DEPLOYED')
  expect(await read()).toMatchObject({ status: 'READY', is_preview: true, active_revision_id: revision?.id })
  expect(db.deployments.get(preview.id)?.source_config.custom_url).toContain(NAME)
})

test('a commit makes a revision that rolls out, of a preview and of any other deployment', () => {
  const { db, clock, openPullRequest, revisionsOf, statusesOf } = open()
  const { id: preview } = openPullRequest()
  const other = db.deployments.create({ name: 'support', source: 'github', status: 'READY' })
  clock.advance('20m')
  for (const id of [preview, other.id]) {
    const before = db.deployments.get(id)
    const commit = db.revisions.create({ deployment_id: id })
    const sha = commit.source_revision_config.repo_commit_sha
    expect(sha).toMatch(/^[\da-f]{40}$/)
    expect(sha).not.toBe(before?.source_revision_config.repo_commit_sha)
    expect(db.deployments.get(id)).toMatchObject({
      latest_revision_id: commit.id,
      active_revision_id: before?.active_revision_id,
      source_revision_config: { repo_commit_sha: sha, repo_ref: before?.source_revision_config.repo_ref },
    })
    clock.advance('20m')
    expect(statusesOf(id)).toEqual(['DEPLOYED', 'DEPLOYED'])
    expect(db.deployments.get(id)?.active_revision_id).toBe(commit.id)
    expect(revisionsOf(id).at(-1)?.id).toBe(commit.id)
  }
})

test('of commits in quick succession, the first and the last are rolled out', () => {
  const { db, clock, openPullRequest, revisionsOf, statusesOf } = open()
  const { id: deployment_id } = openPullRequest()
  for (const after of ['1m', '1m', '1m'] as const) {
    clock.advance(after)
    db.revisions.create({ deployment_id })
  }
  expect(new Set(revisionsOf(deployment_id).map((each) => each.source_revision_config.repo_commit_sha)).size).toBe(4)
  clock.advance('1h')
  expect(statusesOf(deployment_id)).toEqual(['DEPLOYED', 'SKIPPED', 'SKIPPED', 'DEPLOYED'])
})

test('a commit keeps a preview for seven days more, and a closed pull request ends it at once', () => {
  const { db, clock, openPullRequest, statusesOf } = open()
  const { id: deployment_id } = openPullRequest()
  clock.advance('5d')
  db.revisions.create({ deployment_id })
  clock.advance('6d 23h')
  expect(statusesOf(deployment_id)).toEqual(['DEPLOYED', 'DEPLOYED'])
  clock.advance('1h')
  expect([db.deployments.get(deployment_id), statusesOf(deployment_id)]).toEqual([undefined, []])

  const closed = openPullRequest()
  expect([db.deployments.delete(closed.id), statusesOf(closed.id)]).toEqual([true, []])
  clock.advance('8d')
  expect(db.deployments.get(closed.id)).toBeUndefined()
})

test('what a revision is given stays, such as its ref, its commit and how its rollout ends', () => {
  const { db, clock, openPullRequest } = open()
  const { id: deployment_id } = openPullRequest()
  clock.advance('20m')
  const id = '7a1f0c9e-3b52-4d7c-8a60-2f9d4be81c35'
  const repo_commit_sha = 'c0ffee'.padEnd(40, '0')
  const given = { id, outcome: 'buildFails', source_revision_config: { repo_commit_sha } } as const
  expect(db.revisions.create({ deployment_id, ...given })).toMatchObject(given)
  clock.advance('20m')
  expect(db.revisions.get(id)?.status).toBe('BUILD_FAILED')
  const config = { repo_ref: 'other' }
  const other = db.revisions.create({ deployment_id, source_revision_config: config })
  expect(other.source_revision_config).toMatchObject(config)
})

test.for([
  ['a preview with a status', { status: 'READY' }],
  ['a preview with revisions', { latest_revision_id: null }],
  ['a preview of an image', { source: 'external_docker' }],
  ['a deployment that is no preview', { is_preview: false }],
] as const)('%s is only a record', ([, fields]) => {
  const { clock, openPullRequest, statusesOf } = open({ assumptions: { previewIdle: 'never' } })
  const { id } = openPullRequest(fields)
  const before = statusesOf(id)
  expect(clock.timeline().entries).toEqual([])
  clock.advance('1h')
  expect(statusesOf(id)).toEqual(before)
})

test('a revision with a status is only a record', () => {
  const { db, clock, openPullRequest } = open()
  const { id: deployment_id, latest_revision_id } = openPullRequest({ status: 'READY' })
  const { id } = db.revisions.create({ deployment_id, status: 'BUILDING' })
  clock.advance('1h')
  expect(db.revisions.get(id)?.status).toBe('BUILDING')
  expect(db.deployments.get(deployment_id)?.latest_revision_id).toBe(latest_revision_id)
})

test.for([
  ['a pull request', ({ db }: Fields) => db.deployments.create({ is_preview: true, name: 7 }), /"name"/],
  ['its parts', ({ db }: Fields) => db.deployments.create({ is_preview: true, source_config: 7 }), /"source_config"/],
  ['a commit', ({ db }: Fields) => db.revisions.create({ source_revision_config: null }), /"source_revision_config"/],
  ['an unknown field', ({ db }: Fields) => db.revisions.create({ repo_ref: 'main' }), /"repo_ref"/],
  ['an unknown deployment', ({ db }: Fields) => db.revisions.create({ deployment_id: 'nobody' }), /deployment_id/],
] as const)('an invalid creation of %s changes nothing, and says why', ([, create, message]) => {
  const { simulator } = open()
  const before = simulator.snapshot()
  expect(() => create(simulator)).toThrow(message)
  expect(simulator.snapshot()).toEqual(before)
})

test.for(['spec', 'langsmith', 'langsmith-next'] as const)('pull requests and commits work under %s', (preset) => {
  const { db, clock, openPullRequest, statusesOf } = open({ preset })
  const { id: deployment_id } = openPullRequest()
  clock.advance('20m')
  db.revisions.create({ deployment_id })
  clock.advance('20m')
  expect(statusesOf(deployment_id)).toEqual(['DEPLOYED', 'DEPLOYED'])
})

test.for([
  ['instant', 'DEPLOYED'],
  ['stuck', 'CREATING'],
  ['fails', 'CREATE_FAILED'],
] as const)('statusTransitions %s decides how the first rollout of a preview ends', ([statusTransitions, end]) => {
  const { clock, openPullRequest, statusesOf } = open({ assumptions: { statusTransitions } })
  const { id } = openPullRequest()
  clock.advance('1h')
  expect(statusesOf(id)).toEqual([end])
})

test('if every field must have a value, a preview is only a record, because it cannot wait for a revision', () => {
  const { openPullRequest, statusesOf } = open({ preset: 'spec', assumptions: { nullableFields: 'none' } })
  expect(openPullRequest().latest_revision_id).not.toBeNull()
  expect(statusesOf(openPullRequest({ name: 'other' }).id)).not.toEqual([])
})

test('a rollout of a commit goes on where its world is restored', () => {
  const { simulator, clock, openPullRequest } = open()
  const { id } = openPullRequest()
  clock.advance('5m')
  const other = createService({ preset: 'langsmith-next' })
  other.restore(JSON.parse(JSON.stringify(simulator.snapshot())))
  for (const each of [simulator, other]) each.clock.advance('15m')
  expect(other.db.revisions.list()).toEqual(simulator.db.revisions.list())
  expect(other.db.deployments.get(id)?.status).toBe('READY')
})

const PREVIEW = '5b0f4c1e-90a7-4c1d-8e53-0d6b7a2f9c18'
const COMMIT = 'c3d85a0b-2f64-4e19-9b7a-61f0e8d4a927'

/** A pull request opens at minute 2, gets a commit at minute 25, and is closed at minute 50. */
const PLANNED: Fields[] = [
  { after: '2m', resource: 'deployments', id: PREVIEW, add: true, set: { name: NAME, is_preview: true } },
  { after: '25m', resource: 'revisions', id: COMMIT, add: true, set: { deployment_id: PREVIEW } },
  { after: '50m', resource: 'deployments', id: PREVIEW, remove: true },
]

const plan = (timeline: Fields[], more: object = {}) =>
  open({ scenario: { name: 'review', deployments: 3, changes: { timeline }, ...more } as never })

function listPlanned({ clock }: Fields): (string | null | undefined)[][] {
  const isPlanned = ({ id, set }: Fields) => id === PREVIEW || set?.deployment_id === PREVIEW
  const { entries } = clock.timeline({ limit: 1000 })
  return entries.filter(isPlanned).map(({ due, name }: Fields) => [due.slice(11, 16), name])
}

test('a scenario plans a pull request, its commit and its end', async () => {
  const { simulator, db, clock, call, statusesOf } = plan(PLANNED)
  const count = () => db.deployments.count()
  expect(listPlanned(simulator)).toEqual([
    ['09:02', NAME],
    ['09:25', null],
    ['09:50', null],
  ])
  clock.advance('119s')
  expect([count(), db.deployments.get(PREVIEW)]).toEqual([3, undefined])
  const { entries } = clock.watch(() => clock.next())
  expect(entries).toMatchObject([{ resource: 'deployments', id: PREVIEW, name: NAME, removes: false }])
  expect([count(), statusesOf(PREVIEW)]).toEqual([4, ['CREATING']])
  expect((await call(`GET /v2/deployments/${PREVIEW}`)).body).toMatchObject({ status: 'AWAITING_DATABASE' })
  clock.advance('22m')
  expect(statusesOf(PREVIEW)).toEqual(['DEPLOYED'])
  clock.advance('2m')
  expect(statusesOf(PREVIEW)).toEqual(['DEPLOYED', expect.not.stringMatching('DEPLOYED')])
  expect(db.revisions.get(COMMIT)?.created_at).toMatch(/T09:25:00/)
  clock.advance('20m')
  expect(statusesOf(PREVIEW)).toEqual(['DEPLOYED', 'DEPLOYED'])
  expect(db.deployments.get(PREVIEW)?.active_revision_id).toBe(COMMIT)
  clock.advance('10m')
  expect([count(), db.deployments.get(PREVIEW), statusesOf(PREVIEW)]).toEqual([3, undefined, []])
  simulator.reset()
  clock.advance('30m')
  expect(statusesOf(PREVIEW)).toHaveLength(2)
})

test('a planned pull request happens at the same times, however far the clock goes at once', () => {
  const [one, other] = [plan(PLANNED), plan(PLANNED)]
  one.clock.advance('40m')
  for (let minute = 0; minute < 40; minute += 1) other.clock.advance('1m')
  expect(one.revisionsOf(PREVIEW)).toEqual(other.revisionsOf(PREVIEW))
  expect(one.db.deployments.get(PREVIEW)).toEqual(other.db.deployments.get(PREVIEW))
})

test.for(['0m', '1m', '10m', '26m', '49m', '51m'] as const)(
  'a planned pull request goes on in a world restored after %s',
  (after) => {
    const { simulator, clock, revisionsOf } = plan(PLANNED)
    clock.advance(after)
    const other = createService({ preset: 'langsmith-next' })
    other.restore(JSON.parse(JSON.stringify(simulator.snapshot())))
    expect(listPlanned(other)).toEqual(listPlanned(simulator))
    for (const [to, count] of [
      ['2026-03-02T09:49:59Z', after === '51m' ? 0 : 2],
      ['2026-03-02T09:52:00Z', 0],
    ] as const) {
      for (const each of [simulator, other]) each.clock.set(to)
      expect(revisionsOf(PREVIEW)).toHaveLength(count)
      expect(other.db.revisions.list({ where: { deployment_id: PREVIEW } })).toEqual(revisionsOf(PREVIEW))
    }
  },
)

test('what is planned for a record that will be added waits until it is there', () => {
  const late = {
    after: '30m',
    resource: 'deployments',
    id: PREVIEW,
    when: { status: 'READY' },
    set: { display_name: 'A' },
  }
  const { simulator, db, clock } = plan([...PLANNED.slice(0, 1), late])
  const other = createService({ preset: 'langsmith-next' })
  other.restore(JSON.parse(JSON.stringify(simulator.snapshot())))
  clock.advance('31m')
  other.clock.advance('31m')
  expect([db, other.db].map((each) => each.deployments.get(PREVIEW)?.display_name)).toEqual(['A', 'A'])
})

test('a record is not added where there is one with its id, and it can be added again when that is gone', () => {
  const add = PLANNED[0] as Fields
  const again = { ...add, set: { ...add.set, name: 'again' } }
  const { db, clock } = plan([
    add,
    { ...again, after: '3m' },
    { ...PLANNED[2], after: '4m' },
    { ...again, after: '5m' },
  ])
  const printed = vi.spyOn(console, 'error').mockReturnValue()
  clock.advance('3m 30s')
  expect(db.deployments.get(PREVIEW)?.name).toBe(NAME)
  expect(printed).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/^A planned change did not happen\. Failed to create deployment: the id .+ already exists/),
  )
  printed.mockRestore()
  clock.advance('1m')
  expect(db.deployments.get(PREVIEW)).toBeUndefined()
  clock.advance('1m')
  expect(db.deployments.get(PREVIEW)?.name).toBe('again')
})

test('a planned removal that is refused is printed, and what is planned after it happens', () => {
  const named = { latest_revision_id: COMMIT, active_revision_id: COMMIT }
  const { db, clock } = plan([
    { after: '1m', resource: 'deployments', id: PREVIEW, add: true, set: { name: NAME, status: 'READY', ...named } },
    { after: '2m', resource: 'revisions', id: COMMIT, remove: true },
    { after: '3m', resource: 'deployments', id: PREVIEW, set: { status: 'UNUSED' } },
  ])
  const printed = vi.spyOn(console, 'error').mockReturnValue()
  clock.advance('1m')
  db.revisions.update(COMMIT, { outcome: 'succeeds' })
  // Nobody hears of it as if it had happened.
  const { entries } = clock.watch(() => clock.advance('3m'))
  expect(entries.map(({ id, set }) => [id, set])).toEqual([[PREVIEW, { status: 'UNUSED' }]])
  expect(db.deployments.get(PREVIEW)).toMatchObject({ status: 'UNUSED', ...named })
  expect(printed).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/^A planned change did not happen\. Failed to delete revision .+ names it and has no other/),
  )
  printed.mockRestore()
})

test('other deployments at the start leave a planned pull request as it is', () => {
  const { db, clock } = open({
    scenario: { name: 'review', deployments: 3, changes: { timeline: PLANNED } } as never,
    deployments: 5,
  })
  clock.advance('30m')
  expect([db.deployments.count(), db.revisions.get(COMMIT)?.deployment_id]).toEqual([6, PREVIEW])
})

test.for([
  ['an unknown field', { set: { nam: 'a' } }, /nam\b/],
  ['a wrong value', { set: { name: 7 } }, /name/],
  ['a wrong part', { set: { source_config: { repo: 'a' } } }, /repo/],
  ['no fields', { set: undefined }, /set/],
  ['a removal, too', { remove: true }, /It must not stand beside "add"/],
  ['another value of add', { add: false }, /add/],
] as const)('a plan to add a record with %s is refused', ([, fields, message]) => {
  expect(() => plan([{ ...PLANNED[0], ...fields }])).toThrow(message)
})

test('a revision of another source is built from that, and has no commit', () => {
  const { db, openPullRequest } = open()
  const { id: deployment_id } = openPullRequest({ status: 'READY' })
  const image_uri = 'registry.example/agent:2'
  const given = { source: 'external_docker', source_revision_config: { image_uri } } as const
  expect(db.revisions.create({ deployment_id, ...given })).toMatchObject(given)
})
