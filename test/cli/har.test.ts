import { mkdir, readFile, rm } from 'node:fs/promises'
import { expect } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { test as base } from '../support/folder.ts'
import { harSchema } from '../support/har-schema.ts'
import { runCli } from '../support/run-cli.ts'
import { provideStart, type Start } from '../support/serve-test.ts'

const test = base.extend<{ start: Start }>({ start: async ({}, use) => provideStart(use, '--scenario', 'empty') })

test('serve writes the requests of all sessions to a HAR file when it stops', async ({ start, folder }) => {
  const file = folder.path('requests.har')
  const { url, stop, exit, out } = await start('--har', file)
  await fetch(`${url}/v2/deployments?token=my-token`)
  await fetch(`${url}/_s/alice/v2/deployments`)
  stop()
  expect(await exit).toBe(0)
  expect(out).toContain(`Wrote 2 requests to ${file}.`)
  const { log } = harSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  expect(log.creator).toEqual({ name: 'deploymock', version: packageJson.version })
  expect(log.entries.map(({ request }) => request.url)).toEqual([
    `${url}/v2/deployments?token=%5Bhidden%5D`,
    `${url}/_s/alice/v2/deployments`,
  ])
})

test('serve does not start if its HAR file cannot be written', async ({ folder }) => {
  const file = folder.path('missing/requests.har')
  const { exit, err } = runCli('--har', file, '--port', '0')
  expect(await exit).toBe(2)
  expect(err).toEqual([`Failed to write ${file}: its folder does not exist. Create it, or name another one.`])
})

test('the requests are written although the world cannot be, and the exit code says that something failed', async ({
  folder,
}) => {
  await mkdir(folder.path('gone'))
  const { exit, printed, stop, err, out } = runCli(
    ...['--port', '0', '--scenario', 'empty'],
    ...['--export-on-exit', folder.path('gone/world.json'), '--har', folder.path('requests.har')],
  )
  await printed(/listens on/)
  await rm(folder.path('gone'), { recursive: true })
  stop()
  expect(await exit).toBe(1)
  expect(err).toEqual([expect.stringMatching(/^Failed to write .*world\.json: its folder does not exist/)])
  expect(out.join('\n')).toContain('requests.har')
  expect(JSON.parse(await readFile(folder.path('requests.har'), 'utf8'))).toHaveProperty('log')
})
