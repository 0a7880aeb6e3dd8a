import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const bin = fileURLToPath(new URL('../../dist/src/cli/bin.js', import.meta.url))

test('the built program serves until it is interrupted, and exits with 0', async () => {
  const program = spawn(process.execPath, [bin, '--port', '0'], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [first] = await once(createInterface(program.stdout), 'line')
  const url = String(first).replace(/^.* on /, '')
  expect((await fetch(`${url}/v2/deployments?name_contains=`)).status).toBe(200)
  program.kill('SIGINT')
  expect(await Promise.all([once(program, 'exit'), text(program.stderr)])).toEqual([[0, null], ''])
})
