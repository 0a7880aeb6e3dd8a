// What the built program does when nobody reads its output any more.

import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { test as base } from '../support/folder.ts'
import { sample } from '../support/scope.ts'

const bin = fileURLToPath(new URL('../../dist/src/cli/bin.js', import.meta.url))

interface Spawned {
  run(...args: string[]): ChildProcessByStdio<null, Readable, Readable>
}

const test = base.extend<Spawned>({
  run: async ({}, use) => {
    const programs: ReturnType<Spawned['run']>[] = []
    await use((...args) => {
      const program = spawn(process.execPath, [bin, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
      programs.push(program)
      return program
    })
    for (const program of programs) program.kill('SIGKILL')
  },
})

const endings = [
  // A terminal that is closed takes both, and its processes get the signal twice.
  ['stdout and stderr', ['SIGHUP', 'SIGHUP']],
  ['stdout', ['SIGTERM']],
] as const

test.for(sample(endings, 2))(
  'a server goes on without a reader of its %s, and writes all files when it is stopped',
  async ([closed, signals], { folder, run }) => {
    const [state, snapshot, har] = [folder.path('state'), folder.path('snapshot.json'), folder.path('requests.har')]
    const files = ['--state', state, '--export-on-exit', snapshot, '--har', har]
    const program = run('--port', '0', '--scenario', 'empty', ...files)
    const ended = once(program, 'exit')
    const [line] = await once(createInterface(program.stdout), 'line')
    const url = String(line).replace(/^.* on /, '')
    program.stdout.destroy()
    if (closed !== 'stdout') program.stderr.destroy()
    // Each is logged.
    for (let count = 0; count < 3; count += 1) {
      const response = await fetch(`${url}/_simulator/records/deployments`, { method: 'POST', body: '{}' })
      expect(response.status).toBe(201)
    }
    for (const signal of signals) program.kill(signal)
    expect(await ended).toEqual([0, null])
    expect(JSON.parse(await readFile(snapshot, 'utf8')).current.changes.deployments.added).toHaveLength(3)
    expect(JSON.parse(await readFile(har, 'utf8')).log.entries).toEqual([])
    const again = run('--port', '0', '--scenario', 'empty', '--state', state, '--export-on-exit', snapshot)
    await once(createInterface(again.stdout), 'line')
    again.kill('SIGTERM')
    await once(again, 'exit')
    expect(JSON.parse(await readFile(snapshot, 'utf8')).current.changes.deployments.added).toHaveLength(3)
  },
)

// One whose result is in its exit code comes first.
const commands: [string[], number][] = [
  [['check', 'bench/fuzz/files/scenario.yaml', 'missing.yaml'], 1],
  [['export', '--scenario', 'busy'], 0],
  [['assumptions'], 0],
  [['docs', 'interface'], 0],
  [['openapi'], 0],
  [['scenarios'], 0],
  [['--help'], 0],
  [['unknown'], 2],
]

test.for(sample(commands, 8))('%j ends as always if nobody reads its output', async ([args, code], { run }) => {
  const read = run(...args)
  const expected = await Promise.all([once(read, 'exit'), text(read.stderr), text(read.stdout)])
  const unread = run(...args)
  unread.stdout.destroy()
  const [exit, err] = await Promise.all([once(unread, 'exit'), text(unread.stderr)])
  expect([exit, err]).toEqual([[code, null], expected[1]])
})

test.runIf(existsSync('/dev/full'))('output that finds no room on the disk is an error', async () => {
  const program = spawn(process.execPath, [bin, 'assumptions'], {
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
  })
  const [exit, err] = await Promise.all([once(program, 'exit'), program.stderr === null ? '' : text(program.stderr)])
  expect([exit, err]).toEqual([[1, null], expect.stringMatching(/^Failed to write the output: ENOSPC/)])
})
