import { chmod, readFile } from 'node:fs/promises'
import { afterEach, expect, vi } from 'vitest'
import { main } from '../../src/programs/cli/main.ts'
import { buildConsoleUrl, openBrowser } from '../../src/programs/cli/output/console-url.ts'
import type { RunningServer } from '../../src/server/index.ts'
import { test as folderTest } from '../support/folder.ts'
import { runCli } from '../support/run-cli.ts'
import { serveTest as test } from '../support/serve-test.ts'

/** Starts a server with a browser, and returns what the browser opened and what was printed. */
async function serveWithBrowser(browse: (url: string) => Promise<void>, ...args: string[]) {
  const out: string[] = []
  const err: string[] = []
  let stop = () => {}
  const stopped = new Promise<void>((resolve) => {
    stop = resolve
  })
  const io = { out: (text: string) => out.push(text), err: (text: string) => err.push(text) }
  const ignore = () => undefined
  const rest = { log: ignore, waitForStop: () => stopped, onStop: () => ignore, endSoon: ignore, browse }
  const exit = main([...args, '--port', '0'], { ...io, ...rest })
  await vi.waitFor(() => expect(out.join('\n')).toContain('Press Ctrl-C'))
  stop()
  return { out: out.join('\n'), err, exit: await exit }
}

test('serve prints the URL of the console', async ({ start }) => {
  const { url, out } = await start()
  expect(out).toContain(`Console: ${url}/_simulator/`)
})

test('serve prints a link to the console that carries the token in its fragment', async ({ start }) => {
  const { url, out } = await start('--token', 'a&b+c')
  expect(out).toContain(`Console: ${url}/_simulator/#token=a%26b%2Bc`)
})

test.for([
  ['http://127.0.0.1:4010', 'http://127.0.0.1:4010/_simulator/'],
  ['http://[::1]:4010', 'http://[::1]:4010/_simulator/'],
  ['http://0.0.0.0:4010', 'http://localhost:4010/_simulator/'],
  ['http://[::]:4010', 'http://localhost:4010/_simulator/'],
  ['http://0.0.0.0:80', 'http://localhost/_simulator/'],
] as const)('the URL of the console of %s is %s', ([url, expected]) => {
  const server: Pick<RunningServer, 'url' | 'token'> = { url, token: undefined }
  expect(buildConsoleUrl(server)).toBe(expected)
})

test('with --no-console, serve sends and prints no console', async ({ start }) => {
  const { url, out } = await start('--no-console')
  expect(out.join('\n')).not.toContain('Console')
  const response = await fetch(`${url}/_simulator/`, { headers: { accept: 'text/html' } })
  expect(response.headers.get('content-type')).toBe('application/json')
})

test('with --open, serve opens the console with its token', async () => {
  const opened: string[] = []
  const { out } = await serveWithBrowser(async (url) => void opened.push(url), '--open', '--token', 'sesame')
  expect(opened).toEqual([/Console: (\S+)/.exec(out)?.[1]])
  expect(opened[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/_simulator\/#token=sesame$/)
})

test('without --open, serve opens nothing', async () => {
  const browse = vi.fn(async () => {})
  await serveWithBrowser(browse)
  expect(browse).not.toHaveBeenCalled()
})

test('serve runs and tells the user if the browser cannot be opened', async () => {
  const { err, exit } = await serveWithBrowser(async () => {
    throw new Error('xdg-open is not installed')
  }, '--open')
  expect([exit, err]).toEqual([
    0,
    ['Failed to open the browser: xdg-open is not installed. Open the console yourself.'],
  ])
})

test('--open contradicts --no-console', async () => {
  const { exit, err } = runCli('--open', '--no-console', '--port', '0')
  expect([await exit, err.join('\n')]).toEqual([
    2,
    expect.stringMatching(/'--open' cannot be used with .*'--no-console'/),
  ])
})

afterEach(() => void vi.unstubAllEnvs())

const URL_WITH_MARKS = 'http://127.0.0.1:1/_simulator/#token=a;b&c$(d)'

folderTest.for([
  ['linux', 'xdg-open', ''],
  ['darwin', 'open', ''],
  ['win32', 'rundll32', 'url.dll,FileProtocolHandler '],
] as const)('the browser is opened on %s with %s, without a shell', async ([platform, program, start], { folder }) => {
  const written = folder.path('arguments')
  await chmod(await folder.write(program, `#!/bin/sh\nprintf '%s' "$*" > '${written}'\n`), 0o755)
  vi.stubEnv('PATH', `${folder.path('.')}:${process.env.PATH}`)
  await openBrowser(URL_WITH_MARKS, platform)
  expect(await readFile(written, 'utf8')).toBe(start + URL_WITH_MARKS)
})

folderTest('a program that fails to open the browser is named', async ({ folder }) => {
  await chmod(await folder.write('xdg-open', '#!/bin/sh\nexit 3\n'), 0o755)
  vi.stubEnv('PATH', `${folder.path('.')}:${process.env.PATH}`)
  await expect(openBrowser('http://127.0.0.1:1/', 'linux')).rejects.toThrow('xdg-open ended with 3')
})

folderTest('a program that is missing is named', async ({ folder }) => {
  vi.stubEnv('PATH', folder.path('.'))
  await expect(openBrowser('http://127.0.0.1:1/', 'linux')).rejects.toThrow('xdg-open is not installed')
})
