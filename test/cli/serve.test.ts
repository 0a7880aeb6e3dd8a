import { once } from 'node:events'
import { type AddressInfo, createServer, Server } from 'node:net'
import { expect, vi } from 'vitest'
import { writeAssumptionsFile } from '../../src/entries/files/assumptions-file.ts'
import { createSimulator } from '../../src/index.ts'
import { createFolder } from '../support/create-folder.ts'
import { runCli } from '../support/run-cli.ts'
import { serveTest as test } from '../support/serve-test.ts'

const readNames = async (url: string) => {
  const response = await fetch(`${url}/v2/deployments?limit=100`)
  const { resources } = (await response.json()) as { resources: { name: string }[] }
  return resources.map(({ name }) => name)
}

test('serve is the default command', async ({ start }) => {
  const { url } = await start()
  expect(await readNames(url)).toHaveLength(60)
})

test('serve prints its URL, its world and how many records the world has', async ({ start }) => {
  const { out, url } = await start('serve', '--seed', '7', '--assume', 'lastPageOffset=limit')
  expect(out.slice(0, 3)).toEqual([
    `deploymock listens on ${url}`,
    'World "default" with seed 7: 6 OAuth providers, 4 integrations, 32 repositories, 60 deployments.',
    'Preset spec with lastPageOffset=limit.',
  ])
})

test('serve names the public URL in everything that it prints, besides where it listens', async ({ start }) => {
  const { out, url } = await start('--public-url', 'https://mock.example.com/mock/', '--token', 'x/y')
  expect(out.slice(0, 2)).toEqual([`deploymock listens on ${url}`, 'Clients reach it at https://mock.example.com/mock'])
  expect(out).toContain('Console: https://mock.example.com/mock/_simulator/#token=x%2Fy')
  expect(out.slice(1).join('\n')).not.toContain(url)
})

test('serve takes the address of its clients from proxies that it trusts', async ({ start }) => {
  const { url } = await start('--trust-proxy', '1')
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-prefix': '/mock' }
  const answer = await fetch(`${url}/v2/deployments/`, { headers, redirect: 'manual' })
  expect(answer.headers.get('location')).toBe(`${url.replace('http', 'https')}/mock/v2/deployments`)
})

test('serve names the flags that change how it answers', async ({ start }) => {
  const { out } = await start('--strict', '--freeze-clock', '--speed', '60x')
  expect(out.slice(3, 6)).toEqual([
    'Strict (--strict): what the contract does not have gets 501.',
    'The clock is frozen (--freeze-clock): only the control API moves it.',
    'Deployments and revisions change their states at another speed (--speed 60x).',
  ])
})

test('serve prints a working request for each operation', async ({ start }) => {
  const { out, url } = await start()
  const trials = out.filter((line) => line.startsWith('  curl ')).map((line) => /'(http[^']+)'/.exec(line)?.[1] ?? '')
  expect(trials.map((trial) => trial.replace(url, '').replace(/[0-9a-f-]{36}/, 'ID'))).toEqual([
    '/v2/auth/providers',
    '/v1/integrations/github/ID/repos',
    '/v1/integrations/forge/github/ID/repos',
    '/v2/deployments?limit=5&status=READY',
    '/v2/deployments',
  ])
  for (const trial of trials) expect((await fetch(trial)).status).toBe(200)
  const body = /-d '(\{.*\})'$/.exec(out.find((line) => line.includes(' -X POST ')) ?? '')?.[1] ?? ''
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(`${url}/v2/deployments`, { method: 'POST', body, headers })).status).toBe(201)
})

test('serve prints requests that work if credentials are required and other statuses exist', async ({ start }) => {
  const { out, url } = await start(
    '--preset',
    'langsmith',
    '--assume',
    'statusValues=UP,DOWN',
    '--assume',
    'unknownStatus=422',
  )
  const trials = out.filter((line) => line.startsWith('  curl ') && !line.includes(' -X POST '))
  expect(trials).toHaveLength(6)
  expect(out.join('\n')).toMatch(new RegExp(`^  # [1-9]\\d+ more operations: ${url}/_simulator/docs$`, 'm'))
  expect(out).toContain(`  # The same paths work below ${url}/api-host.`)
  for (const trial of trials) {
    const [, header = '', target = ''] = /-H '([^']+)' '([^']+)'$/.exec(trial) ?? []
    const [name = '', value = ''] = header.split(': ')
    expect((await fetch(target, { headers: { [name]: value } })).status).toBe(200)
  }
})

test('serve prints what cannot be tried in an empty world', async ({ start }) => {
  const { out } = await start('--scenario', 'empty')
  expect(out.filter((line) => line.startsWith('  # '))).toEqual([
    '  # No repositories to list: this world has no standard integration.',
    '  # No repositories to list: this world has no alternate integration.',
    '  # No deployment to create: this world has no repository.',
  ])
  expect(out.filter((line) => line.startsWith('  curl '))).toHaveLength(2)
})

test.for([
  ['--scenario', 'empty', { scenario: 'empty' }],
  ['--seed', '7', { seed: 7 }],
  ['--seed', '-1', { seed: -1 }],
  ['--deployments', '0', { deployments: 0 }],
  ['--deployments', '61', { deployments: 61 }],
  ['--preset', 'spec', { preset: 'spec' }],
  ['--assume', 'deploymentOrdering=name', { assumptions: { deploymentOrdering: 'name' } }],
] as const)('%s %s has its effect', async ([option, value, options], { start }) => {
  const { url } = await start(option, value)
  const response = await createSimulator(options).fetch('/v2/deployments?limit=100')
  expect(await (await fetch(`${url}/v2/deployments?limit=100`)).text()).toBe(await response.text())
})

test('--assume may be repeated', async ({ start }) => {
  const { url } = await start('--assume', 'validationStatus=400', '--assume', 'errorBody=message')
  const response = await fetch(`${url}/v2/deployments?limit=0`)
  expect([response.status, await response.json()]).toEqual([400, { error: expect.anything() }])
})

test('--assumptions has its effect, and the control API says what was learned', async ({ start }) => {
  const { write, remove } = await createFolder()
  const from = { url: 'https://api.acme-robotics.test', at: '2026-11-23', requests: 61 }
  const content = { from, assumptions: { validationStatus: '400' } }
  const { url } = await start('--assumptions', await write('s.yaml', await writeAssumptionsFile(content, 'learned')))
  expect((await fetch(`${url}/v2/deployments?limit=0`)).status).toBe(400)
  const entries = (await (await fetch(`${url}/_simulator/assumptions`)).json()) as { id: string; learned?: string }[]
  expect(entries.filter(({ learned }) => learned !== undefined)).toMatchObject([
    { id: 'validationStatus', learned: 'Learned from https://api.acme-robotics.test on 2026-11-23: 400.' },
  ])
  await remove()
})

test('--preset langsmith requires a key, and shows more of a deployment', async ({ start }) => {
  const { url } = await start('--preset', 'langsmith')
  expect((await fetch(`${url}/v2/deployments`)).status).toBe(401)
  const response = await fetch(`${url}/api-host/v2/deployments`, { headers: { 'x-api-key': 'any' } })
  expect(await response.json()).toMatchObject({
    resources: expect.arrayContaining([expect.objectContaining({ status: 'READY' })]),
  })
})

test('--host sets the address to listen on', async ({ start }) => {
  const { url } = await start('--host', '127.0.0.2')
  expect(new URL(url).hostname).toBe('127.0.0.2')
  expect((await fetch(`${url}/v2/auth/providers`)).status).toBe(200)
})

test('--no-cors blocks pages of other origins', async ({ start }) => {
  const { url } = await start('--no-cors')
  const response = await fetch(`${url}/v2/deployments`, { headers: { origin: 'http://localhost:3000' } })
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
})

test('each request prints a line', async ({ start }) => {
  const { url, printed } = await start()
  await fetch(`${url}/v2/deployments?limit=0`)
  await fetch(`${url}/v2/auth/providers`)
  await printed(/^GET \/v2\/deployments\?limit=0 422 \d+\.\d ms$/)
  await printed(/^GET \/v2\/auth\/providers 200 \d+\.\d ms$/)
})

test('--log json prints an object for each request, with its session, operation, trace and faults', async ({
  start,
}) => {
  const { url, out, printed } = await start('--log', 'json')
  const body = JSON.stringify({ id: 'broken', status: 503 })
  await fetch(`${url}/_s/alice/v2/auth/providers`)
  await fetch(`${url}/_s/alice/_simulator/faults`, { method: 'POST', body })
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  await fetch(`${url}/_s/alice/v2/deployments?limit=2`, { headers: { traceparent } })
  await printed(/limit=2/)
  const lines = out.map((line) => JSON.parse(line)).filter(({ method }) => method !== undefined)
  expect(lines.map(({ operation }) => operation)).toEqual(['listOAuthProviders', null, 'listDeployments'])
  expect(lines[1]).toMatchObject({ method: 'POST', status: 201, session: 'alice', traceId: null, faults: [] })
  expect(lines[2]).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    method: 'GET',
    url: '/_s/alice/v2/deployments?limit=2',
    status: 503,
    milliseconds: expect.any(Number),
    session: 'alice',
    operation: 'listDeployments',
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    faults: ['broken'],
  })
})

test('a token from the environment or a file protects the control API, and is not printed', async ({ start }) => {
  const { write, path, remove } = await createFolder()
  const ask = (url: string) => fetch(`${url}/_simulator/clock`, { headers: { authorization: 'Bearer sesame-7' } })
  vi.stubEnv('DEPLOYMOCK_TOKEN', 'sesame-7')
  const fromEnvironment = await start()
  vi.unstubAllEnvs()
  const fromFile = await start('--token-file', await write('token', 'sesame-7\n'))
  for (const { url, out, printed } of [fromEnvironment, fromFile]) {
    expect([(await ask(url)).status, (await fetch(`${url}/_simulator/clock`)).status]).toEqual([200, 401])
    await printed(/^Press/)
    expect(out.join('\n')).not.toContain('sesame-7')
  }
  const { exit, err } = runCli('--port', '0', '--token-file', path('none'))
  expect(await exit).not.toBe(0)
  expect(err.join('\n')).toContain('Failed to read the token from')
  await remove()
})

test('--log none prints no line for a request', async ({ start }) => {
  const { url, out, stop, exit } = await start('--log', 'none')
  const before = out.length
  await fetch(`${url}/v2/deployments`)
  stop()
  await exit
  expect(out.slice(before)).toEqual(['Stopped.'])
})

test('Ctrl-C stops a server cleanly while a connection is open', async ({ start }) => {
  const { url, stop, exit } = await start()
  await fetch(`${url}/v2/deployments`)
  stop()
  expect(await exit).toBe(0)
  await expect(fetch(url)).rejects.toThrow(TypeError)
})

test('a port in use is reported in one line, and the program exits with 2', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { exit, err } = runCli('--port', String(port))
  expect([await exit, err]).toEqual([
    2,
    [
      `Failed to listen on 127.0.0.1:${port}: the port is in use. Choose another one with --port (in code "port"), or 0 for any free port.`,
    ],
  ])
  other.close()
})

test('a port that needs more rights is reported in one line that names the option', async () => {
  const failure = Object.assign(new Error('listen EACCES'), { code: 'EACCES' })
  const listen = vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server) {
    process.nextTick(() => this.emit('error', failure))
    return this
  })
  const { exit, err } = runCli('--port', '80')
  expect([await exit, err]).toEqual([
    2,
    ['Failed to listen on 127.0.0.1:80: permission denied. Choose a port above 1023 with --port (in code "port").'],
  ])
  listen.mockRestore()
})

// Another machine, an address without its network, and what is no address.
test.for(['192.0.2.1', 'fe80::1', 'http://localhost', 'localhost:4010', '300.1.1.1'])(
  'a server that cannot listen on %s says so in one line that names the option, and the program exits with 2',
  async (host) => {
    const { exit, err } = runCli('--port', '0', '--host', host)
    expect([await exit, err]).toEqual([
      2,
      [
        `Failed to listen on ${host}:0: not an address of this machine. Choose one with --host (in code "host"), such as 127.0.0.1 or 0.0.0.0.`,
      ],
    ])
  },
)
