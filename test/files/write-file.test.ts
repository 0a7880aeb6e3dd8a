import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, lstat, readFile, readlink, stat, symlink } from 'node:fs/promises'
import { expect } from 'vitest'
import { test } from '../support/folder.ts'
import { runCli } from '../support/run-cli.ts'

/** Serves a world until it listens, and exports it. */
async function serveAndExport(file: string): Promise<void> {
  const { exit, printed, stop } = runCli('--port', '0', '--scenario', 'empty', '--export-on-exit', file)
  await printed(/listens on/)
  stop()
  expect(await exit).toBe(0)
}

const readFormat = async (file: string): Promise<string> => JSON.parse(await readFile(file, 'utf8')).format

test.for(['600', '640', '666'])(
  'a snapshot keeps the mode %s of the file that it replaces',
  async (mode, { folder }) => {
    const file = await folder.write('state.json', '{}')
    await chmod(file, Number.parseInt(mode, 8))
    await serveAndExport(file)
    expect(((await stat(file)).mode & 0o777).toString(8)).toBe(mode)
    expect(await readFormat(file)).toBe('deploymock-snapshot')
  },
)

test('a snapshot goes to the target of symbolic links, which stay', async ({ folder }) => {
  const file = await folder.write('state.json', '{}')
  await symlink('state.json', folder.path('first'))
  await symlink('first', folder.path('second'))
  await serveAndExport(folder.path('second'))
  expect(await readlink(folder.path('second'))).toBe('first')
  expect([await readFormat(file), (await lstat(file)).isFile()]).toEqual(['deploymock-snapshot', true])
})

test('a snapshot goes to the target of a symbolic link, even if it does not exist yet', async ({ folder }) => {
  await symlink('state.json', folder.path('link'))
  await serveAndExport(folder.path('link'))
  expect(await readlink(folder.path('link'))).toBe('state.json')
  expect(await readFormat(folder.path('state.json'))).toBe('deploymock-snapshot')
})

test('symbolic links that form a loop are reported before anything is served', async ({ folder }) => {
  await symlink('b', folder.path('a'))
  await symlink('a', folder.path('b'))
  const { exit, err } = runCli('--export-on-exit', folder.path('a'), '--port', '0')
  expect([await exit, err]).toEqual([2, [expect.stringMatching(/^Failed to write .*a: ELOOP/)]])
})

test('export --force writes into a pipe, which stays a pipe', async ({ folder }) => {
  const pipe = folder.path('pipe')
  await once(spawn('mkfifo', [pipe]), 'exit')
  const [written] = await Promise.all([readFile(pipe, 'utf8'), runCli('export', '--output', pipe, '--force').exit])
  expect(written).toContain('name: default')
  expect((await stat(pipe)).isFIFO()).toBe(true)
})
