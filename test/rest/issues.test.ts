import { expect, test } from 'vitest'
import { createSimulator } from '../../src/entries/engine/index.ts'
import { service } from './apis/issues.ts'

interface Listed {
  readonly number: number
  readonly title: string
  readonly labels: readonly string[]
  readonly created_at: string
  readonly url: string
  readonly user: { readonly login: string }
}

const start = (options: object = {}) => {
  const simulator = createSimulator({ service, scenario: 'triage', ...options })
  const [repo] = simulator.db.repos.list()
  const path = `/repos/${repo?.owner}/${repo?.name}/issues`
  const send = (method: string, at: string, body?: object) =>
    simulator.fetch(at, {
      method,
      headers: { authorization: 'Bearer any' },
      ...(body && { body: JSON.stringify(body) }),
    })
  const list = async (query = '') => (await simulator.fetch(path + query)).json() as Promise<Listed[]>
  return { simulator, path, send, list }
}

test('a list is cut by the number of its page, and links to the next one', async () => {
  const { simulator, path } = start()
  const first = await simulator.fetch(`${path}?per_page=40`)
  expect(first.headers.get('link')).toBe(`<http://localhost${path}?per_page=40&page=2>; rel="next"`)
  expect(await first.json()).toHaveLength(40)
  const last = await simulator.fetch(`${path}?per_page=40&page=2`)
  expect(last.headers.get('link')).toBeNull()
  expect(await last.json()).toHaveLength(30)
  expect(await (await simulator.fetch(`${path}?page=3000000000`)).json()).toEqual([])
})

test('more than the most records of a page is cut', async () => {
  const { list } = start()
  expect(await list('?per_page=5000')).toHaveLength(70)
  expect(await list()).toHaveLength(30)
})

test('the usual choice of a filter applies, and one choice selects every record', async () => {
  const { simulator, list } = start()
  for (const { id } of simulator.db.issues.list({ limit: 20 })) simulator.db.issues.update(id, { state: 'closed' })
  expect(await list('?per_page=100')).toHaveLength(50)
  expect(await list('?per_page=100&state=closed')).toHaveLength(20)
  expect(await list('?per_page=100&state=all')).toHaveLength(70)
})

test('records have all values of a list, in any order', async () => {
  const { simulator, list } = start()
  simulator.db.issues.update(3, { labels: ['bug', 'urgent'] })
  simulator.db.issues.update(5, { labels: ['bug'] })
  expect((await list('?labels=urgent,bug')).map(({ number }) => number)).toEqual([3])
  expect((await list('?labels=bug')).map(({ number }) => number).toSorted()).toEqual([3, 5])
  expect(await list('?labels=')).toHaveLength(30)
})

test('records are not before a time, in any offset', async () => {
  const { list } = start()
  const all = await list('?per_page=100')
  const limit = all[10]?.created_at ?? ''
  const shifted = new Date(Date.parse(limit) + 7_200_000).toISOString().replace('Z', '+02:00')
  for (const since of [limit, shifted])
    expect(await list(`?per_page=100&since=${encodeURIComponent(since)}`)).toHaveLength(11)
})

test('a client chooses the order', async () => {
  const { list } = start()
  const times = (await list()).map(({ created_at }) => created_at)
  expect(times).toEqual(times.toSorted().reverse())
  const titles = (await list('?sort=title')).map(({ title }) => title)
  expect(titles).toEqual(titles.toSorted())
})

test('invalid parameters are refused in the words of the API', async () => {
  const { simulator, path } = start()
  for (const [query, field] of [
    ['per_page=many', 'per_page'],
    ['page=0', 'page'],
    ['state=open,closed', 'state'],
    ['sort=size', 'sort'],
    ['since=yesterday', 'since'],
  ] as const) {
    const response = await simulator.fetch(`${path}?${query}`)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ errors: [{ field, code: 'invalid' }] })
  }
})

test('what the path selects may not be there', async () => {
  const { simulator } = start()
  const response = await simulator.fetch('/repos/acme/nothing/issues')
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({ message: 'Not Found' })
})

test('records with relations follow changes of what they show', async () => {
  const { simulator, list } = start()
  const [first] = await list()
  const [user] = simulator.db.users.list({ where: { login: first?.user.login ?? '' } })
  simulator.db.users.update(user?.id ?? 0, { login: 'renamed' })
  expect((await list())[0]?.user.login).toBe('renamed')
})

test('each session and each host gets its own, also from the cache', async () => {
  const { simulator, path } = start()
  for (const origin of ['http://a.test', 'http://b.test', 'http://a.test', 'https://a.test:8443']) {
    for (const [prefix, named] of [[''], ['/_s/bob'], ['/_s/ann', 'ann'], ['', 'default'], ['']] as const) {
      const response = await simulator.fetch(`${origin}${named === undefined ? prefix : ''}${path}?per_page=1`, {
        headers: named === undefined ? {} : { 'x-simulator-session': named },
      })
      const [issue] = (await response.json()) as Listed[]
      expect(issue?.url).toMatch(new RegExp(`^${origin}${prefix}/repos/`))
      expect(response.headers.get('link')).toContain(`<${origin}${prefix}/repos/`)
    }
  }
})

test('a client that knows the record gets 304 until it changes', async () => {
  const { simulator, path } = start()
  const first = await simulator.fetch(`${path}/7`)
  const tag = first.headers.get('etag') ?? ''
  expect(tag).toMatch(/^"[0-9a-f]{16}"$/)
  const ask = (known: string) => simulator.fetch(`${path}/7`, { headers: { 'if-none-match': known } })
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    const response = await ask(known)
    expect(response.status).toBe(304)
    expect(await response.text()).toBe('')
    expect(response.headers.get('etag')).toBe(tag)
  }
  expect((await ask('"other"')).status).toBe(200)
  simulator.db.issues.update(7, { title: 'changed' })
  expect((await ask(tag)).status).toBe(200)
})

test('a number that is none finds nothing', async () => {
  const { simulator, path } = start()
  for (const text of ['0', '-1', 'x', '1.5', '%00', '999999999999999999999'])
    expect((await simulator.fetch(`${path}/${text}`)).status).toBe(404)
})

test('HEAD has the headers of GET, and other methods are told', async () => {
  const { simulator, path } = start()
  const head = await simulator.fetch(`${path}/7`, { method: 'HEAD' })
  expect(head.headers.get('etag')).toBe((await simulator.fetch(`${path}/7`)).headers.get('etag'))
  const other = await simulator.fetch(path, { method: 'DELETE' })
  expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
})

test('writes need credentials of the scheme, reads do not', async () => {
  const { simulator, path } = start()
  const post = (headers: HeadersInit) =>
    simulator.fetch(path, { method: 'POST', headers, body: JSON.stringify({ title: 'x' }) })
  expect((await post({})).status).toBe(401)
  expect((await post({ authorization: 'Basic abc' })).status).toBe(401)
  expect((await post({ authorization: 'bearer abc' })).status).toBe(201)
  expect((await simulator.fetch(path)).status).toBe(200)
})

test.each([
  ['created', 201, 2],
  ['dropped', 201, 0],
  ['refused', 422, 0],
] as const)('unknown labels are %s', async (unknownLabels, status, labels) => {
  const { simulator, send, path } = start({ assumptions: { unknownLabels } })
  const response = await send('POST', path, { title: 'x', labels: ['a', 'b'] })
  expect(response.status).toBe(status)
  expect(simulator.db.labels.count()).toBe(labels)
  expect(simulator.requests.list().at(-1)?.assumptions).toContain('unknownLabels')
})

test('an invalid body names its fields', async () => {
  const { send, path } = start()
  const response = await send('POST', path, { title: 7, labels: ['a', 1] })
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({
    errors: [
      { field: 'title', code: 'invalid' },
      { field: 'labels[1]', code: 'invalid' },
    ],
  })
  expect(await (await send('POST', path, {})).json()).toMatchObject({ errors: [{ field: 'title', code: 'missing' }] })
})

test('what is no JSON gets 400', async () => {
  const { simulator, path } = start()
  const headers = { authorization: 'Bearer x' }
  for (const body of ['{', 'title=x', new Uint8Array([255, 254])])
    expect((await simulator.fetch(path, { method: 'POST', headers, body })).status).toBe(400)
})

test('what an operation did before it refuses is undone', async () => {
  const { simulator, send } = start()
  const [repo] = simulator.db.repos.list()
  simulator.db.repos.update(repo?.id ?? 0, { has_issues: false })
  const response = await send('POST', `/repos/${repo?.owner}/${repo?.name}/issues`, { title: 'x' })
  expect(response.status).toBe(410)
  expect(simulator.db.issues.count()).toBe(70)
})

test('one record more elsewhere changes nothing about the others', () => {
  const few = createSimulator({ service, seed: 3 })
  const more = createSimulator({
    service,
    seed: 3,
    scenarios: [{ name: 'more', users: 9, labels: 3 }],
    scenario: 'more' as 'default',
  })
  const strip = ({ user_id: _user, ...issue }: { user_id: number }) => issue
  expect(more.db.issues.list().map(strip)).toEqual(few.db.issues.list().map(strip))
  expect(more.db.users.list().slice(0, 8)).toEqual(few.db.users.list())
  const users = few.db.issues.list().map(({ user_id }) => user_id)
  const same = more.db.issues.list().filter(({ user_id }, index) => user_id === users[index])
  expect(same.length).toBeGreaterThan(25)
})

test('a world is the same again with its seed, whatever Faker has drawn meanwhile', async () => {
  const { faker } = await import('@faker-js/faker/locale/en')
  const one = createSimulator({ service, seed: 5 }).db.issues.list()
  faker.seed(99)
  faker.lorem.words()
  expect(createSimulator({ service, seed: 5 }).db.issues.list()).toEqual(one)
  expect(createSimulator({ service, seed: 6 }).db.issues.list()).not.toEqual(one)
})

test('snapshots, sessions and resets keep what was created', async () => {
  const { simulator, send, path } = start()
  await send('POST', path, { title: 'kept', labels: ['a'] })
  const snapshot = structuredClone(simulator.snapshot())
  simulator.reset()
  expect(simulator.db.issues.count()).toBe(70)
  simulator.restore(snapshot)
  expect(simulator.db.issues.get(71)).toMatchObject({ title: 'kept', number: 71 })
  const fork = simulator.sessions.create('fork', { snapshot })
  fork.db.issues.delete(71)
  expect([fork.db.issues.count(), simulator.db.issues.count()]).toEqual([70, 71])
})

test('records of a parent go with it', () => {
  const { simulator } = start()
  simulator.db.repos.delete(1)
  expect(simulator.db.issues.count()).toBe(0)
})

test('an id that is taken is not drawn again', () => {
  const { simulator } = start()
  simulator.db.issues.create({ id: 72 })
  expect(simulator.db.issues.create().id).toBe(73)
  expect(simulator.db.issues.create().id).toBe(74)
})
