import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { test } from '../support/folder.ts'

const bin = fileURLToPath(new URL('../../dist/src/cli/bin.js', import.meta.url))
const WORLD = 'name: demo\ndescription: A world.\nproviders: 0\nintegrations: []\ndeployments: 3\n'

const run = (...args: string[]) => spawn(process.execPath, [bin, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })

test('the built program serves a file, and writes a snapshot when it is stopped', async ({ folder }) => {
  const state = folder.path('state.json')
  const file = await folder.write('demo.yaml', WORLD)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const program = run('--scenario', file, '--port', '0', '--export-on-exit', state)
    await once(createInterface(program.stdout), 'line')
    program.kill(signal)
    expect(await Promise.all([once(program, 'exit'), text(program.stderr)])).toEqual([[0, null], ''])
    const simulator = createSimulator({ scenario: 'empty' })
    simulator.restore(JSON.parse(await readFile(state, 'utf8')))
    expect([simulator.scenario.name, simulator.db.deployments.count()]).toEqual(['demo', 3])
  }
})

test('the built program checks files', async ({ folder }) => {
  const program = run('check', await folder.write('demo.yaml', `${WORLD}more: 1\n`))
  const [[code], out, err] = await Promise.all([once(program, 'exit'), text(program.stdout), text(program.stderr)])
  expect([code, out, err.split('\n')]).toEqual([
    1,
    '',
    [expect.stringMatching(/: 1 issue\.$/), expect.stringMatching(/demo\.yaml:6:1: "more" is unknown\./), ''],
  ])
})
