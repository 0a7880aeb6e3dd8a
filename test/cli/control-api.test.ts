import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { expect } from 'vitest'
import { connect } from '../../src/entries/client/index.ts'
import { runCli } from '../support/run-cli.ts'
import { serveTest as test } from '../support/serve-test.ts'

test('with --known-sessions-only, a session that nobody has created gets 404', async ({ start }) => {
  const { url } = await start('--known-sessions-only')
  expect((await fetch(`${url}/_s/alice/v2/deployments`)).status).toBe(404)
})

test('serve prints the URL of the control API, which works', async ({ start }) => {
  const { url, out } = await start('--scenario', 'empty')
  expect(out).toContain(`Control API: ${url}/_simulator`)
  await connect(url).load('default')
  expect((await connect(url).state()).scenario.name).toBe('default')
})

test('serve requires the given token, and prints it', async ({ start }) => {
  const { url, out } = await start('--token', 'open-sesame')
  expect(out.join('\n')).toContain('/_simulator with the header "Authorization: Bearer open-sesame"')
  await expect(connect(url).state()).rejects.toMatchObject({ status: 401 })
  expect((await connect(url, { token: 'open-sesame' }).state()).session).toBe('default')
})

test('serve generates a token if other machines can reach it', async ({ start }) => {
  const { out, url } = await start('--host', '0.0.0.0')
  // No certificate has the address for all networks.
  expect(out.join('\n').replace(/^.*\n/, '')).not.toContain('0.0.0.0')
  const [, token = ''] = /Bearer (\S+)"/.exec(out.join('\n')) ?? []
  expect(token.length).toBeGreaterThan(20)
  const local = url.replace('0.0.0.0', '127.0.0.1')
  await expect(connect(local).state()).rejects.toMatchObject({ status: 401 })
  expect((await connect(local, { token }).state()).session).toBe('default')
})

test('serve allows pages of an allowed origin to use the control API, and of no other', async ({ start }) => {
  const { url } = await start('--allow-origin', 'http://localhost:3000')
  const ask = async (origin: string) => (await fetch(`${url}/_simulator`, { headers: { origin } })).status
  expect([await ask('http://localhost:3000'), await ask('http://evil.test')]).toEqual([200, 403])
})

test('serve allows an allowed host name for the control API, and no other', async ({ start }) => {
  const { url } = await start('--allow-host', 'mock.test', '--allow-host', 'mock.internal')
  const ask = async (host: string) => {
    const request = httpRequest(`${url}/_simulator`, { headers: { host } }).end()
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode
  }
  expect([await ask('mock.test:80'), await ask('mock.internal'), await ask('evil.test')]).toEqual([200, 200, 403])
})

test.for([
  [[], false],
  [['--freeze-clock'], true],
] as const)('serve %j freezes the clock: %s', async ([args, isFrozen], { start }) => {
  const { url } = await start(...args)
  expect(await connect(url).clock.read()).toMatchObject({ frozen: isFrozen })
})

test('serve generates a seed for chaos, and prints the option that replays it', async ({ start }) => {
  const chaosLine = ({ out }: { out: string[] }) => out.find((line) => line.startsWith('Chaos '))
  const line = chaosLine(await start('--chaos', 'low')) ?? ''
  const [, flag = '', value = ''] =
    /^Chaos of level 0\.05 with seed \d+\. To replay it: (--chaos) (\S+)$/.exec(line) ?? []
  expect(chaosLine(await start(flag, value))).toBe(line)
})

test('serve does the same twice with the same seed of chaos', async ({ start }) => {
  const servers = [await start('--chaos', '0.5:7'), await start('--chaos', '0.5:7')]
  const results = await Promise.all(
    servers.map(async ({ url }) => {
      const signal = AbortSignal.timeout(10_000)
      for (let count = 0; count < 6; count += 1) {
        await fetch(`${url}/v2/auth/providers`, { signal }).catch(() => undefined)
      }
      return (await connect(url).requests.list()).map(({ status, faults }) => ({ status, faults }))
    }),
  )
  expect(results[0]?.flatMap(({ faults }) => faults).length).toBeGreaterThan(0)
  expect(results[1]).toEqual(results[0])
})

test.for([
  [['--chaos', 'wild'], /chaos.*"wild"/i],
  [['--allow-origin', 'localhost'], /allow the origin "localhost": not an origin\. Use a scheme/],
  [['--allow-origin', 'ftp://app.test'], /allow the origin "ftp:\/\/app\.test": not an origin/],
  [
    ['--allow-host', 'http://mock.test'],
    /allow the host "http:\/\/mock\.test": not a host name\. Use a name without a scheme/,
  ],
  [['--token', ' '], /the token has a space/],
] as const)('serve %j is rejected', async ([args, message]) => {
  const { exit, err } = runCli('serve', ...args)
  expect(await exit).toBe(2)
  expect(err.join('\n')).toMatch(message)
})

test('assumptions --used shows what the requests to a running server depended on, with its token', async ({
  start,
}) => {
  const { url } = await start('--token', 'open-sesame')
  await fetch(`${url}/v2/auth/providers`)
  const { exit, out } = runCli('assumptions', '--used', url, '--token', 'open-sesame')
  expect(await exit).toBe(0)
  expect(out.join('\n')).toMatch(/^Assumptions: 1 request depended on \d+ of \d+\n/)
  expect(out.join('\n')).toMatch(/^ +1 +providerOrdering +In which order are OAuth providers listed\?$/m)
})

test.for([
  [['--vary', '4711'], 'Assumptions drawn with seed 4711. To draw them again: --vary 4711.'],
  [
    ['--vary', 'x', '--vary-only', 'nameMatching,tagMatching', '--vary-except', 'tagMatching'],
    'To draw them again: --vary x --vary-only nameMatching,tagMatching --vary-except tagMatching.',
  ],
])('serve %j prints how to draw the same assumptions again', async ([args, text], { start }) => {
  const { out } = await start(...(args as string[]))
  expect(out.join('\n')).toContain(text)
})

test('serve --strict rejects what the contract does not have', async ({ start }) => {
  const { url } = await start('--strict')
  expect((await fetch(`${url}/v2/deployments`, { method: 'POST' })).status).toBe(501)
  const response = await fetch(`${url}/v2/deployments`)
  expect([response.status, response.headers.get('x-simulator-assumptions')]).toEqual([
    200,
    expect.stringContaining('='),
  ])
})
