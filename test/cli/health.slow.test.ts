// How `deploymock health` finds the server of its container, by the built program.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { test } from '../support/folder.ts'
import { sample } from '../support/scope.ts'
import { createSelfSigned } from '../support/self-signed.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/src/cli/bin.js', import.meta.url))

async function askHealth(cwd: string) {
  const child = spawn(process.execPath, [PROGRAM, 'health'], { cwd })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out: out.trim(), err: err.trim(), code }
}

async function findPort(): Promise<string> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' ? String(address?.port) : ''
}

const OPTIONS = sample(
  [
    { listens: 'with a certificate', options: ['--tls-cert', 'cert.pem', '--tls-key', 'key.pem'] },
    { listens: 'at the usual address', options: [] },
    { listens: 'at all addresses of IPv6', options: ['--host', '::'] },
    { listens: 'at all addresses', options: ['--host', '0.0.0.0'] },
  ],
  2,
)

test.runIf(process.platform === 'linux').for(OPTIONS)(
  'the health command finds a server at another port that listens $listens',
  async ({ options }, { folder }) => {
    const { cert, key } = createSelfSigned()
    await folder.write('cert.pem', cert)
    await folder.write('key.pem', key)
    const cwd = folder.path('.')
    const server = spawn(process.execPath, [PROGRAM, '--port', await findPort(), ...options], { cwd })
    await once(server.stdout, 'data')
    expect(await askHealth(cwd)).toEqual({ out: 'The server is well.', err: '', code: 0 })
    server.kill()
    await once(server, 'exit')
  },
)

test.runIf(process.platform === 'linux')('the health command fails where no server runs', async ({ folder }) => {
  const { code, err } = await askHealth(folder.path('.'))
  expect([code, err]).toEqual([1, expect.stringMatching(/^Failed to ask the server: none runs here/)])
})
