import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { chmod, lstat, open, readdir, readFile, readlink, stat, symlink } from 'node:fs/promises'
import { expect, vi } from 'vitest'
import { writeWholeFile } from '../../src/entries/files/write/write-file.ts'
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

test.for([
  ['another option names it', '--har', 'a.json', '--export-on-exit', './a.json'],
  ['another option names it', '--export-on-exit', 'world.yaml'],
  ['another option names it', '--har', 'world.yaml'],
  ['another option names it', '--har', 'given.json', '--import', 'given.json'],
  ['it is a directory', '--export-on-exit', 'new/'],
  ['it is a directory', '--har', '.'],
])('a start that would write where %s ends with 2: %s %s', async ([reason, ...args], { folder }) => {
  await folder.write('world.yaml', 'name: mine\ndeployments: 1\n')
  const paths = args.map((arg) => (arg.startsWith('--') ? arg : `${folder.path('')}/${arg}`))
  const { exit, err } = runCli('--port', '0', '--scenario', folder.path('world.yaml'), ...paths)
  expect([await exit, err]).toEqual([2, [expect.stringMatching(`^Failed to write .*: ${reason}`)]])
})

test('export --force writes into a pipe, which stays a pipe', async ({ folder }) => {
  const pipe = folder.path('pipe')
  await once(spawn('mkfifo', [pipe]), 'exit')
  const [written] = await Promise.all([readFile(pipe, 'utf8'), runCli('export', '--output', pipe, '--force').exit])
  expect(written).toContain('name: default')
  expect((await stat(pipe)).isFIFO()).toBe(true)
})

test('a pipe that nobody reads does not hold up the end of a server', async ({ folder }) => {
  const pipe = folder.path('pipe')
  await once(spawn('mkfifo', [pipe]), 'exit')
  // Half a second of the program are five of the clock.
  vi.spyOn(performance, 'now').mockImplementation(() => 10 * process.uptime() * 1000)
  await expect(writeWholeFile(pipe, 'a text', { replace: true })).rejects.toThrow(
    `Failed to write ${pipe}: nobody reads it. Start what reads it before, or name a file.`,
  )
  const reader = await open(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
  await expect(writeWholeFile(pipe, 'x'.repeat(1_000_000), { replace: true })).rejects.toThrow('nobody reads it')
  await reader.close()
  vi.restoreAllMocks()
})

const canMount = process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0

const writers: readonly [string, (file: string) => Promise<unknown>][] = [
  ['--export-on-exit', serveAndExport],
  ['export --force', (file) => runCli('export', '--scenario', 'empty', '--output', file, '--force').exit],
  ['openapi --force', (file) => runCli('openapi', '--output', file, '--force').exit],
]

test.runIf(canMount).for(writers)('%s writes to a file that is mounted alone', async ([, write], { folder }) => {
  const inside = await folder.write('inside.json', '{"long":"before, and longer than that"}')
  const outside = await folder.write('outside.json', '')
  expect(spawnSync('mount', ['--bind', outside, inside]).status).toBe(0)
  try {
    await write(inside)
    const text = await readFile(outside, 'utf8')
    expect(text).toMatch(/"?name"?: "?empty|"openapi"/)
    expect(text.endsWith('\n')).toBe(true)
    expect(await readFile(inside, 'utf8')).toBe(text)
  } finally {
    spawnSync('umount', [inside])
  }
})

test.runIf(canMount)(
  'a file that is mounted and read-only is reported before anything is served',
  async ({ folder }) => {
    const file = await folder.write('state.json', '{}')
    spawnSync('mount', ['--bind', file, file])
    spawnSync('mount', ['-o', 'remount,ro,bind', file])
    try {
      for (const option of ['--export-on-exit', '--har']) {
        const { exit, err } = runCli(option, file, '--port', '0')
        expect([await exit, err]).toEqual([2, [expect.stringMatching(/^Failed to write .*state\.json: .*mounted/)]])
      }
      expect(await readdir(folder.path('.'))).toEqual(['state.json'])
    } finally {
      spawnSync('umount', [file])
    }
  },
)
