import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connect } from '../../src/entries/client/index.ts'
import { createSimulator } from '../../src/index.ts'
import { createApp, serve } from '../../src/server/index.ts'
import { createFolder } from '../support/create-folder.ts'
import { runCli } from '../support/run-cli.ts'

const REFUSED: readonly (readonly [token: string, reason: RegExp])[] = [
  ['', /empty/],
  ['two words', /a space/],
  [' sesame', /a space/],
  ['sesame ', /a space/],
  ['tab\tbed', /a tab/],
  ['two\nlines', /a line break/],
  ['two\r\nlines', /a line break/],
  ['schl\u00fcssel', /not ASCII/],
  ['\u9375', /not ASCII/],
  ['no\u00a0break', /not ASCII/],
  ['\ufeffsesame', /byte order mark/],
  ['bell\u0007', /a control character/],
]
const ALLOWED = ['sesame-7', 'a+b/c==', '~._-', `!#$%&'()*,:;<>?@[]^{|}"`]

let folder: Awaited<ReturnType<typeof createFolder>>
beforeAll(async () => {
  folder = await createFolder()
})
afterAll(() => folder.remove())

const runFailing = async (...args: string[]) => {
  const { exit, err } = runCli(...args)
  const code = await exit
  throw new Error(`${code}: ${err.join('\n')}`)
}

/** Everything that takes a token. */
const DOORS: Readonly<Record<string, (token: string) => unknown>> = {
  serve: (token) => serve(createSimulator({ scenario: 'empty' }), { port: 0, token }),
  createApp: (token) => createApp(createSimulator({ scenario: 'empty' }), { token }),
  connect: (token) => connect('http://localhost', { token }),
  '--token': (token) => runFailing('serve', '--port', '0', '--scenario', 'empty', '--token', token),
  '--token-file': async (token) =>
    runFailing('serve', '--port', '0', '--token-file', await folder.write('token', `${token}\n`)),
  'a variable of the environment': (token) => {
    vi.stubEnv('DEPLOYMOCK_TOKEN', token)
    return runFailing('serve', '--port', '0', '--scenario', 'empty').finally(() => vi.unstubAllEnvs())
  },
  'assumptions --token': (token) => runFailing('assumptions', '--used', 'http://localhost:1', '--token', token),
  'mcp --token': (token) => runFailing('mcp', '--url', 'http://localhost:1', '--token', token),
}

test.for(
  Object.entries(DOORS).flatMap(([name, take]) =>
    REFUSED.map(([token, reason]) => [name, token, reason, take] as const),
  ),
)('%s refuses the token %j with the reason', async ([, token, reason, take]) => {
  const error = await Promise.resolve()
    .then(() => take(token))
    .catch((error: Error) => error.message)
  expect(error).toMatch(reason)
  expect(error).toMatch(/Failed to /)
  if (token !== '') expect(error).not.toContain(token)
})

test.for([
  ['two lines', Buffer.from('sesame\nopen\n'), /a line break/],
  ['UTF-16', Buffer.from('\ufeffsesame', 'utf16le'), /UTF-16/],
  ['UTF-16 without a mark', Buffer.from('sesame', 'utf16le'), /UTF-16/],
  ['a byte order mark', Buffer.from('\ufeffsesame'), /byte order mark/],
  ['Latin-1', Buffer.from('schl\u00fcssel', 'latin1'), /not plain text/],
  ['nothing', Buffer.from('\n'), /empty/],
] as const)('a token file with %s is refused with the reason', async ([, bytes, reason]) => {
  const file = folder.path('token-bytes')
  await (await import('node:fs/promises')).writeFile(file, bytes)
  await expect(runFailing('serve', '--port', '0', '--token-file', file)).rejects.toThrow(reason)
})

test.for(ALLOWED)('the token %s can be sent', async (token) => {
  const server = await serve(createSimulator({ scenario: 'empty' }), { port: 0, token })
  expect((await connect(server.url, { token }).state()).scenario.name).toBe('empty')
  await server.close()
})
