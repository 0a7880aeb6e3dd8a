import { expect } from 'vitest'
import { test as base } from '../support/folder.ts'
import { runCli } from '../support/run-cli.ts'
import { provideStart, type Start } from '../support/serve-test.ts'

const test = base.extend<{ start: Start }>({ start: async ({}, use) => provideStart(use, '--log', 'json') })

const write = (deployments: number | string) =>
  `name: demo\nproviders: 0\nintegrations: []\ndeployments: ${deployments}\n`

test('with --log json, every line that a server prints is JSON', async ({ folder, start }) => {
  const file = await folder.write('demo.yaml', write(1))
  const ends = ['--export-on-exit', folder.path('world.json'), '--har', folder.path('requests.har')]
  const shown = ['--token', 'sesame', '--chaos', '0:7', '--strict', '--vary', '7', '--freeze-clock', '--speed', '60x']
  const run = await start('--scenario', file, '--watch', ...ends, ...shown)
  await fetch(`${run.url}/v2/deployments`)
  await run.printed(/"path|"url":"\/v2\/deployments"/)
  await folder.write('demo.yaml', write('many'))
  await run.complained(/changed and is invalid/)
  await folder.write('demo.yaml', write(2))
  await run.printed(/demo\.yaml changed\./)
  run.stop()
  expect(await run.exit).toBe(0)
  const messages = [...run.out, ...run.err].map((line) => JSON.parse(line) as Record<string, unknown>)
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  expect(messages[0]).toEqual({ time, level: 'info', message: `deploymock listens on ${run.url}` })
  for (const message of messages) {
    expect(message).toMatchObject(
      'method' in message ? { time, url: expect.any(String) } : { time, message: expect.stringMatching(/\S/) },
    )
  }
  const texts = messages.map(({ message }) => message)
  expect(texts).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Wrote a snapshot/),
      expect.stringMatching(/^Wrote \d+ request/),
      'Stopped.',
    ]),
  )
  expect(texts).not.toEqual(expect.arrayContaining([expect.stringMatching(/^Try:|curl|Ctrl-C/)]))
})

test.for([
  ['a port that is none', ['--port', 'many'], 2],
  ['an option that is none', ['--prot', '0'], 2],
  ['a host that is none', ['--host', 'a b', '--port', '0'], 2],
  ['a file that is missing', ['--scenario', 'none.yaml', '--port', '0'], 2],
  ['a certificate that is missing', ['--tls-cert', 'none.pem', '--tls-key', 'none.pem', '--port', '0'], 2],
] as const)('with --log json, %s is told as JSON', async ([, args, code]) => {
  for (const log of [['--log', 'json'], ['--log=json']]) {
    const { exit, out, err } = runCli(...log, ...args)
    expect([await exit, out]).toEqual([code, []])
    expect(err.map((line) => JSON.parse(line))).toEqual([
      { time: expect.any(String), level: 'error', message: expect.stringMatching(/^Failed to /) },
    ])
  }
})
