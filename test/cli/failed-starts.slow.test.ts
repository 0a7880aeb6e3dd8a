// Starts that fail: each step between opening the store and listening, with a store that has to be closed.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { hasRedis, type Redis, startRedis } from '../server/support/redis.ts'
import { test as base } from '../support/folder.ts'
import { runCli } from '../support/run-cli.ts'

// One for all tests, because none of them leaves anything in it.
const test = base.extend<{ redis: Redis }>({
  redis: [
    async ({}, use) => {
      const redis = await startRedis()
      await use(redis)
      await redis.stop()
    },
    { scope: 'file' },
  ],
})

const PROGRAM = fileURLToPath(new URL('../../dist/src/cli/bin.js', import.meta.url))

function startProgram(...args: string[]) {
  const child = spawn(process.execPath, [PROGRAM, '--scenario', 'empty', '--port', '0', ...args])
  const printed = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  const ended = printed.then(([out, err, [code]]) => ({ out, err: err.trim().split('\n'), code }))
  return { child, ended }
}

/** Does the same in this process, where nothing shows whether the program would end by itself, but a test is short. */
async function run(...args: string[]) {
  const { exit, out, err } = runCli('--scenario', 'empty', '--port', '0', ...args)
  const code = await exit
  return { out: out.join('\n'), err, code }
}

/** Runs the program for every nth case of a table, because it could go on without listening, and the others here. */
function choose(index: number, every: number) {
  return index % every === 0 ? (...args: string[]) => startProgram(...args).ended : run
}

const FAILING: readonly (readonly [string, readonly string[], RegExp])[] = [
  ['the collector', ['--otlp', 'ftp://x'], /^Failed to send spans to/],
  ['the proxies', ['--trust-proxy', 'nobody'], /^Failed to /],
  ['the certificate', ['--tls-cert', 'missing.pem', '--tls-key', 'missing.pem'], /^Failed to use the certificate/],
  ['half a certificate', ['--tls-cert', 'missing.pem'], /^Failed to use the certificate/],
  ['the address', ['--host', '192.0.2.1'], /^Failed to listen on 192/],
  ['the HAR file', ['--har', '/missing/x.har'], /^Failed to write \/missing/],
  ['the file of the world', ['--export-on-exit', '/missing/x.json'], /^Failed to write \/missing/],
  ['a scenario', ['--scenario', 'missing.yaml'], /missing\.yaml/],
  ['a snapshot', ['--import', 'missing.json'], /missing\.json/],
  ['a token file', ['--token-file', 'missing'], /^Failed to read the token/],
]

const STARTS = FAILING.map((failing, index) => [...failing, choose(index, 4)] as const)

test.for(STARTS)(
  'a start that fails because of %s ends with 2, and leaves the store to others',
  async ([, args, message, start], { folder }) => {
    const state = folder.path('state')
    const { code, err } = await start('--state', state, ...args)
    expect([code, err]).toEqual([2, [expect.stringMatching(message)]])
    expect(existsSync(folder.path('state/lock'))).toBe(false)
  },
)

test.runIf(hasRedis).for(STARTS.slice(0, 5))(
  'a start with Redis that fails because of %s ends with 2',
  async ([, args, message, start], { redis }) => {
    const { code, err } = await start('--state', redis.url, ...args)
    expect([code, err]).toEqual([2, [expect.stringMatching(message)]])
  },
)

/** Starts what speaks the protocol of Redis, and answers some commands with an error. */
async function startFake(answer: (command: string) => string | undefined) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).setEncoding('latin1')
    socket.on('data', (data: string) => {
      for (const [, command = ''] of data.matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)) {
        socket.write(answer(command.toUpperCase()) ?? '+OK\r\n')
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const stop = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { url: `redis://127.0.0.1:${port}/0`, connected: once(server, 'connection'), stop }
}

const ERRORS = [
  'NOAUTH Authentication required.',
  'NOPERM this user has no permissions to run the command',
  'MOVED 3999 127.0.0.1:6381',
  'CLUSTERDOWN Hash slot not served',
  'LOADING Redis is loading the dataset in memory',
  'MISCONF Redis is configured to save RDB snapshots',
  'OOM command not allowed when used memory is above maxmemory',
  'READONLY You cannot write against a read only replica.',
  'ERR unknown command',
].map((error, index) => [error, choose(index, 8)] as const)

test.for(ERRORS)('a store that answers %s ends the start with 2', async ([error, start]) => {
  const isOfWrites = /^(MISCONF|OOM|READONLY)/.test(error)
  const fake = await startFake((command) => {
    if (isOfWrites ? command === 'SET' : ['EXISTS', 'SET', 'PEXPIRE', 'XRANGE'].includes(command))
      return `-${error}\r\n`
    return command === 'CLIENT' || command === 'HELLO' ? undefined : ':0\r\n'
  })
  const { code, err } = await start('--state', fake.url)
  fake.stop()
  const [word] = error.split(' ')
  expect([code, err]).toEqual([2, [expect.stringMatching(`^Failed to keep the sessions in redis://.*: ${word} `)]])
})

test('a signal ends a start that waits for its store', async () => {
  const fake = await startFake(() => '')
  const { child, ended } = startProgram('--state', fake.url)
  await fake.connected
  child.kill('SIGTERM')
  const { out } = await ended
  fake.stop()
  expect(out).not.toContain('listens')
})

test.for([
  'redis+sentinel://h:26379/0',
  'unix:///run/redis.sock',
  'http://h',
  'file:///tmp/x',
  's3://bucket/x',
  'localhost:6379',
  '10.0.0.1:6379/0',
  '[::1]:6379',
  ':6379',
  'redis:6379',
  'user:very-secret@h:6379',
  'memcached://user:very-secret@h/0',
  '~/x',
  'localhost',
  '10.0.0.1',
])('%s is no place for sessions', async (place) => {
  const { code, err } = await run('--state', place)
  expect([code, err]).toEqual([
    2,
    [expect.stringContaining('it is neither a folder nor the URL of a store. Use redis://')],
  ])
  expect(err.join()).not.toContain('very-secret')
})

test.for<[string, string]>([
  ['redis://h/abc', 'Invalid pathname'],
  ['redis://h:99999/0', 'the URL is invalid'],
  ['redis://:pw@', 'the URL is invalid'],
  ['redis://u:%zz@h/0', 'URI malformed'],
])('%s is no URL of a store', async ([place, reason]) => {
  const { code, err } = await run('--state', place)
  expect([code, err]).toEqual([2, [expect.stringMatching(`^Failed to keep the sessions in [^@]*: ${reason}`)]])
})

test.runIf(hasRedis).for(['redis', 'REDIS', 'valkey', 'Valkey'])('%s:// is a store', async (scheme, { redis }) => {
  const url = redis.url.replace('redis', scheme)
  const { exit, err, printed, stop } = runCli('--port', '0', '--grace', '0', '--state', url)
  await printed(/listens/)
  stop()
  expect([await exit, err]).toEqual([0, []])
})

test.runIf(hasRedis)('the program serves with a store, and ends when it is told to', async ({ redis }) => {
  const { child, ended } = startProgram('--grace', '0', '--state', redis.url)
  await once(child.stdout, 'data')
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({ code: 0, err: [''] })
})

test.for(['rediss', 'REDISS', 'valkeys', 'Valkeys'])('%s:// is a store that is reached with TLS', async (scheme) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', (bytes) => server.emit('greeting', bytes) && socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const greeting = once(server, 'greeting')
  const { code, err } = await run('--state', `${scheme}://127.0.0.1:${port}/0`)
  server.close()
  // The handshake of TLS begins with this byte, as no command of Redis does.
  expect((await greeting)[0][0]).toBe(0x16)
  expect([code, err]).toEqual([2, [expect.stringMatching('^Failed to keep the sessions in rediss://')]])
})
