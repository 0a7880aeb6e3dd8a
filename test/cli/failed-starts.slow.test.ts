// Starts that fail: each step between opening the store and listening, with a store that has to be closed.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { hasRedis, startRedis } from '../server/support/redis.ts'
import { test } from '../support/folder.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/src/cli/bin.js', import.meta.url))

function startProgram(...args: string[]) {
  const child = spawn(process.execPath, [PROGRAM, '--scenario', 'empty', '--port', '0', ...args])
  const printed = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  const ended = printed.then(([out, err, [code]]) => ({ out, err: err.trim().split('\n'), code }))
  return { child, ended }
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

test.for(FAILING)(
  'a start that fails because of %s ends with 2, and leaves the store to others',
  async ([, args, message], { folder }) => {
    const state = folder.path('state')
    const { code, err } = await startProgram('--state', state, ...args).ended
    expect([code, err]).toEqual([2, [expect.stringMatching(message)]])
    expect(existsSync(folder.path('state/lock'))).toBe(false)
  },
)

test.runIf(hasRedis).for(FAILING.slice(0, 5))(
  'a start with Redis that fails because of %s ends with 2',
  async ([, args, message]) => {
    const redis = await startRedis()
    const { code, err } = await startProgram('--state', redis.url, ...args).ended
    await redis.stop()
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

test.for([
  'NOAUTH Authentication required.',
  'NOPERM this user has no permissions to run the command',
  'MOVED 3999 127.0.0.1:6381',
  'CLUSTERDOWN Hash slot not served',
  'LOADING Redis is loading the dataset in memory',
  'MISCONF Redis is configured to save RDB snapshots',
  'OOM command not allowed when used memory is above maxmemory',
  'READONLY You cannot write against a read only replica.',
  'ERR unknown command',
])('a store that answers %s ends the start with 2', async (error) => {
  const isOfWrites = /^(MISCONF|OOM|READONLY)/.test(error)
  const fake = await startFake((command) => {
    if (isOfWrites ? command === 'SET' : ['EXISTS', 'SET', 'PEXPIRE', 'XRANGE'].includes(command))
      return `-${error}\r\n`
    return command === 'CLIENT' || command === 'HELLO' ? undefined : ':0\r\n'
  })
  const { code, err } = await startProgram('--state', fake.url).ended
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
])('%s is no place for sessions', async (place) => {
  const { code, err } = await startProgram('--state', place).ended
  expect([code, err]).toEqual([
    2,
    [expect.stringContaining('it is neither a folder nor the URL of a store. Use redis://')],
  ])
  expect(err.join()).not.toContain('very-secret')
})

test.runIf(hasRedis).for(['redis', 'REDIS', 'valkey', 'Valkey'])('%s:// is a store', async (scheme) => {
  const redis = await startRedis()
  const { child, ended } = startProgram('--state', redis.url.replace('redis', scheme))
  await once(child.stdout, 'data')
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({ code: 0, err: [''] })
  await redis.stop()
})
