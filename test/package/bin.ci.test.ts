import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }

const bin = fileURLToPath(new URL('../../dist/src/cli/bin.js', import.meta.url))

test('the built program sends the console to a browser, and the state to a program', async () => {
  const program = spawn(process.execPath, [bin, '--port', '0'], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [first] = await once(createInterface(program.stdout), 'line')
  const url = `${String(first).replace(/^.* on /, '')}/_simulator/`
  const readType = async (accept: string) => (await fetch(url, { headers: { accept } })).headers.get('content-type')
  expect([await readType('text/html,*/*;q=0.8'), await readType('*/*')]).toEqual([
    'text/html; charset=utf-8',
    'application/json',
  ])
  program.kill()
  await once(program, 'exit')
})

test('the built program prints its version', async () => {
  const program = spawn(process.execPath, [bin, '--version'], { stdio: ['ignore', 'pipe', 'pipe'] })
  expect(await Promise.all([text(program.stdout), once(program, 'exit')])).toEqual([
    `${packageJson.version}\n`,
    [0, null],
  ])
})

test('the built program exits quietly when its output is closed', async () => {
  const program = spawn(process.execPath, [bin, 'assumptions'], { stdio: ['ignore', 'pipe', 'pipe'] })
  program.stdout.destroy()
  expect(await Promise.all([once(program, 'exit'), text(program.stderr)])).toEqual([[0, null], ''])
})

test('the built program reports that a count does not fit into memory, before building it', async () => {
  const args = ['--max-old-space-size=200', bin, '--port', '0', '--deployments', '500000']
  const program = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const [[code], err] = await Promise.all([once(program, 'exit'), text(program.stderr)])
  expect(err).toMatch(
    /^Failed to build the world "default": 500000 deployments and 42 other records take about 596 MB, but only \d+ MB of \d+ MB are free\. .* in Node --max-old-space-size\.\n$/,
  )
  expect(code).toBe(2)
})

test('the built program exits with 2 for a wrong option', async () => {
  const program = spawn(process.execPath, [bin, '--port', 'x'], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [[code], out, err] = await Promise.all([once(program, 'exit'), text(program.stdout), text(program.stderr)])
  expect([code, out, err.split('\n').length]).toEqual([2, '', 2])
})
