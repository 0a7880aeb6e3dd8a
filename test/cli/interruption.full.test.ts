import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { writeAssumptionsFile } from '../../src/entries/files/assumptions-file.ts'
import { createFolder } from '../support/create-folder.ts'
import { serveTest as test } from '../support/serve-test.ts'

const bin = fileURLToPath(new URL('../../dist/src/cli/bin.js', import.meta.url))

test.for([
  ['record', ['--out', 'FOLDER/new.yaml'], 'Replacing what is private'],
  ['learn', ['--out', 'FOLDER/new.yaml'], 'Learning'],
  ['drift', ['--against', 'FOLDER/service.yaml'], 'Comparing responses'],
] as const)(
  'Ctrl-C ends %s while it computes with a large world',
  { timeout: 120_000 },
  async ([command, options, computing], { start }) => {
    const { url } = await start('--preset', 'langsmith', '--deployments', '600', '--log', 'none')
    const { path, write, remove } = await createFolder()
    await write('service.yaml', await writeAssumptionsFile({ preset: 'langsmith', assumptions: {} }, 'learned'))
    const args = [command, url, ...options.map((each) => each.replace('FOLDER', path('.')))]
    const limits = ['--header', 'X-Api-Key: any', '--rate', '100', '--requests', '10000']
    const program = spawn(process.execPath, [bin, ...args, ...limits], { stdio: ['ignore', 'ignore', 'pipe'] })
    for await (const line of createInterface(program.stderr)) if (line === computing) break
    const ended = once(program, 'exit')
    program.kill('SIGINT')
    const [code, signal] = await ended
    // A shell says 130 of both.
    expect(code ?? signal).toEqual(code === null ? 'SIGINT' : 130)
    // It has not gone on to the end, where it writes a file.
    expect(await readdir(path('.'))).toEqual(['service.yaml'])
    await remove()
  },
)
