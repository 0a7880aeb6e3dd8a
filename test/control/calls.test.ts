import { expect, vi } from 'vitest'
import { connect } from '../../src/entries/client/index.ts'
import { createSimulator } from '../../src/index.ts'
import { test } from '../support/control-test.ts'
import { forEachAdapter } from '../support/for-each-adapter.ts'

test.for([
  ['GET', '/_simulator/nowhere', 404, /^Failed to GET \/_simulator\/nowhere: there is no such path\./],
  ['GET', '/_simulator/records/people', 404, /there is no such path/],
  ['GET', '/_simulator/faults/1/2', 404, /there is no such path/],
  ['GET', '/_simulator/snapshots/%FF', 404, /"%FF" is not percent-encoded UTF-8/],
  ['GET', '/_simulator/requests/first', 404, /^Failed to find request "first"/],
  ['DELETE', '/_simulator/faults/9', 404, /^Failed to remove fault "9": it does not exist\. Known: none\.$/],
  [
    'DELETE',
    '/_simulator/sessions/nobody',
    404,
    /^Failed to delete session "nobody": it does not exist\. Known: default\.$/,
  ],
  ['PUT', '/_simulator/faults', 405, /Allowed: GET, HEAD, POST, DELETE\.$/],
  ['OPTIONS', '/_simulator', 405, /Allowed: GET, HEAD\.$/],
  ['GET', '/_simulator/reset', 405, /Allowed: POST\.$/],
  ['GET', '/_simulator?verbose=1', 422, /^Failed to read the query: "verbose" is unknown/],
  ['GET', '/_simulator/records/deployments?limit=0&offset=x', 422, /"offset" is .*"limit" is /],
  ['POST', '/_s/a%20b/_simulator/reset', 400, /its name is "a%20b"\. Allowed: /],
] as const)(
  'a request to the control API %s %s is rejected with %i',
  async ([method, path, status, message], { start }) => {
    const { server } = await start()
    const response = await fetch(server.url + path, { method })
    expect([response.status, await response.json()]).toMatchObject([
      status,
      { error: { message: expect.stringMatching(message), issues: expect.any(Array) } },
    ])
    expect(response.headers.has('allow')).toBe(status === 405)
  },
)

test.for([
  ['invalid JSON', '{"name": }', 'it is not JSON: Expecting value at line 1, column 10'],
  [
    'invalid JSON in its second line',
    '{\n  "name": "x" 5}',
    "it is not JSON: Expecting ',' delimiter at line 2, column 15",
  ],
  ['not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'it is not UTF-8'],
] as const)(
  'a request to the control API with a body that is %s is rejected with 400',
  async ([, body, reason], { start }) => {
    const { server } = await start()
    const response = await fetch(`${server.url}/_simulator/scenario`, { method: 'PUT', body })
    expect(response.status).toBe(400)
    expect((await response.json()).error.message).toContain(`Failed to read the body: ${reason}`)
  },
)

test('a request to the control API with a body that is nested too deeply is rejected with 413', async ({ start }) => {
  const { server } = await start()
  const response = await fetch(`${server.url}/_simulator/scenario`, { method: 'PUT', body: '['.repeat(200_000) })
  const message = 'Failed to read the body: it has more than 200 levels at line 1, column 201. Send less.'
  expect([response.status, await response.json()]).toEqual([413, { error: { message, issues: [] } }])
})

test('a request to the control API with a body that is too large is rejected in the control API’s envelope', async ({
  start,
}) => {
  const { server } = await start()
  const body = new Uint8Array(16 * 1024 * 1024 + 1)
  const response = await fetch(`${server.url}/_simulator/scenario`, { method: 'PUT', body })
  expect([response.status, await response.json()]).toMatchObject([
    413,
    { error: { message: expect.stringMatching(/more than 16777216 bytes\. Send at most that many/), issues: [] } },
  ])
})

test('a request to the control API may have any content type', async ({ start }) => {
  const { server } = await start()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const response = await fetch(`${server.url}/_simulator/scenario`, {
    method: 'PUT',
    body: '{"name":"empty"}',
    headers,
  })
  expect(await response.json()).toMatchObject({ scenario: { name: 'empty' } })
})

test.for([
  [
    'an unknown scenario',
    { name: 'nowhere' },
    [],
    /^Failed to load the scenario: "nowhere" is unknown\. Known: .*empty/,
  ],
  [
    'an invalid scenario',
    { name: '', description: 7, providers: -1, integrations: [{ kind: 'x' }], deployments: 1, extra: 1 },
    [
      'name',
      'description',
      'providers',
      'integrations.0.kind',
      'integrations.0.name',
      'integrations.0.repositories',
      'extra',
    ],
    /./,
  ],
  [
    'a scenario that cannot be built',
    { name: 'x', description: 'x', providers: 0, integrations: [], deployments: [{ record: { status: 'LOST' } }] },
    ['deployments.0'],
    /deployments\.0: "status" is "LOST"/,
  ],
  [
    'a scenario that is too large for a server',
    { name: 'x', description: 'x', providers: 0, integrations: [], deployments: [{ count: 999_999 }, { count: 2 }] },
    [],
    /it has 1000001 records\. At most 1000000/,
  ],
] as const)(
  'a request to the control API to load %s changes nothing',
  async ([, scenario, paths, message], { start }) => {
    const { remote, simulator } = await start()
    await remote.db.deployments.create()
    const before = simulator.snapshot()
    const error = await remote.load(scenario as never).catch((each: unknown) => each)
    expect(error).toMatchObject({ status: 422, message: expect.stringMatching(message) })
    expect((error as { issues: { path: string }[] }).issues.map(({ path }) => path)).toEqual(paths)
    expect(simulator.snapshot()).toEqual(before)
  },
)

test('a request to the control API to set an invalid assumption changes nothing', async ({ start }) => {
  const { remote, simulator } = await start()
  const before = simulator.snapshot()
  await expect(
    remote.assume({ lastPageOffset: 'up', gravity: 'off', statusValues: 'A,,B', trailingSlash: '404' } as never),
  ).rejects.toMatchObject({
    status: 422,
    issues: [
      { path: 'lastPageOffset', message: expect.stringMatching(/^"lastPageOffset" is "up"\. .*returned/) },
      { path: 'statusValues', message: expect.stringContaining('A status is empty') },
      { path: 'gravity', message: expect.stringMatching(/^"gravity" is unknown\. Known: .*lastPageOffset/) },
    ],
  })
  expect(simulator.snapshot()).toEqual(before)
})

test('a request to the control API that runs into a defect gets a 500, and the server continues', async ({ start }) => {
  const { remote, simulator } = await start()
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(simulator.clock, 'now').mockImplementation(() => {
    throw new Error('a defect')
  })
  const response = await fetch(`${remote.url}/_simulator`)
  expect([response.status, (await response.json()).error.message]).toMatchObject([
    500,
    expect.stringContaining('unexpected error in the simulator'),
  ])
  expect(error).toHaveBeenCalledOnce()
  error.mockRestore()
  vi.restoreAllMocks()
  expect((await fetch(`${remote.url}/_simulator`)).status).toBe(200)
})

test('a client reports that no server responds', async ({ start }) => {
  const { remote, server } = await start()
  await server.close()
  await expect(remote.reset()).rejects.toMatchObject({
    name: 'ControlError',
    status: undefined,
    message: expect.stringMatching(
      /^Failed to POST http:\/\/127\.0\.0\.1:\d+\/_simulator\/reset: no server responded \(.*ECONNREFUSED.*\)\. Start one, or check the URL\.$/,
    ),
  })
})

test('a client reports that the server is not a simulator', async ({ start }) => {
  const { server } = await start()
  await expect(connect(`${server.url}/elsewhere`).db.providers.get('x')).rejects.toMatchObject({
    status: undefined,
    message: expect.stringContaining(
      'the response 404 does not come from the control API of a simulator. Check the URL.',
    ),
  })
})

test.for([502, 503, 504])(
  'a client reports that the server behind a proxy does not respond, with %i',
  async (status) => {
    const proxy = connect('http://mock.test', { fetch: async () => new Response('<html></html>', { status }) })
    await expect(proxy.reset()).rejects.toMatchObject({
      status: undefined,
      message: `Failed to POST http://mock.test/_simulator/reset: the response ${status} does not come from the control API of a simulator. Check the URL, and if it is that of a proxy, whether the server behind it is running.`,
    })
  },
)

test('a client reports that a page responded, such as the login of a proxy', async () => {
  const headers = { 'content-type': 'text/html' }
  const proxy = connect('http://mock.test', { fetch: async () => new Response('<form>Log in</form>', { headers }) })
  await expect(proxy.clock.read()).rejects.toThrow(
    'the response 200 does not come from the control API of a simulator. Check the URL.',
  )
})

test.for([
  [404, '{"error":{"message":"Not Found"}}'],
  [400, '{"error":{"message":"Bad Request","issues":"many"}}'],
  [500, '{"detail":"broken"}'],
  [404, 'null'],
  [200, 'no JSON'],
  [404, '{'],
] as const)('a client reports that another API responded: %i %s', async ([status, body]) => {
  const headers = { 'content-type': 'application/json' }
  const other = connect('http://mock.test/v1', { fetch: async () => new Response(body, { status, headers }) })
  await expect(other.state()).rejects.toMatchObject({
    name: 'ControlError',
    message: expect.stringMatching(
      `^Failed to GET http://mock.test/v1/_simulator: the response ${status} does not come from the control API`,
    ),
  })
})

test.for(['', 'localhost:4010', 'ftp://a.test'])('a client does not connect to "%s"', (url) => {
  expect(() => connect(url)).toThrow(`Failed to connect to "${url}": not an HTTP URL.`)
})

test('a client accepts a URL with a trailing slash, and a session', async ({ start }) => {
  const { server } = await start()
  const alice = connect(`${server.url}/`, { session: 'alice' })
  expect([alice.url, (await alice.reset()).session]).toEqual([`${server.url}/_s/alice`, 'alice'])
})

test('a client knows the name of its session, which the header of a request can contain', async ({ start }) => {
  const { server, remote } = await start()
  const created = await remote.sessions.create()
  for (const { name } of [remote, created]) {
    await fetch(`${server.url}/v2/deployments`, { headers: { 'x-simulator-session': name } })
  }
  const counts = [(await remote.requests.list()).length, (await created.requests.list()).length]
  expect([remote.name, ...counts]).toEqual(['default', 1, 1])
})

forEachAdapter((adapterTest, { name }) => {
  adapterTest(`the control API responds as that of the simulator alone, through ${name}`, async ({ open }) => {
    const { simulator, send } = await open({ controlApi: true })
    const alone = createSimulator()
    const body = JSON.stringify({ name: 'checkout' })
    for (const start of ['', '/_s/alice']) {
      const path = `${start}/_simulator/records/deployments`
      const created = await send(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
      const expected = await alone.fetch(path, { method: 'POST', body })
      expect([created.status, created.body]).toEqual([201, await expected.text()])
      const removed = await send(`${start}/_simulator/faults`, { method: 'DELETE' })
      expect([removed.status, removed.body]).toEqual([204, ''])
      expect((await send(`${start}/_simulator/nowhere`)).status).toBe(404)
    }
    expect(simulator.db.deployments.count()).toBe(61)
    expect(simulator.sessions.get('alice')?.db.deployments.count()).toBe(61)
  })

  adapterTest(`the control API creates sessions that the service then uses, through ${name}`, async ({ open }) => {
    const { send } = await open({ controlApi: true })
    await send('/_s/alice/_simulator/scenario', { method: 'PUT', body: '{"name":"empty"}' })
    expect(JSON.parse((await send('/_s/alice/v2/deployments')).body)).toEqual({ resources: [], offset: 0 })
  })
})

test.for([
  ['', 422, /^Failed to add the fault: The body is empty\. It must have exactly one of /],
  ['{"status": 503, "status": 500}', 400, /an object has the same name twice, again at line 1, column 17/],
] as const)('the body %j is rejected with what was received', async ([body, status, message], { start }) => {
  const { server } = await start()
  const response = await fetch(`${server.url}/_simulator/faults`, { method: 'POST', body })
  expect([response.status, (await response.json()).error.message]).toEqual([status, expect.stringMatching(message)])
})
