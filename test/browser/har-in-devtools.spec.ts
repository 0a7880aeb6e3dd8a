import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect, test } from '@playwright/test'
import { createSimulator } from '../../dist/src/index.js'
import { findChromium } from './support/find-chromium.ts'

/** Opens the developer tools as a page, which Chromium itself serves. */
async function openDevTools() {
  const folder = await mkdtemp(join(tmpdir(), 'deploymock-'))
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: findChromium(),
    args: ['--remote-debugging-port=0', '--remote-allow-origins=*'],
  })
  const [port] = (await readFile(join(folder, 'DevToolsActivePort'), 'utf8')).split('\n')
  const page = await context.newPage()
  await page.goto(`http://127.0.0.1:${port}/devtools/devtools_app.html`)
  const close = async () => {
    await context.close()
    await rm(folder, { recursive: true })
  }
  return { page, close }
}

test('the network panel of a browser imports the request log', { tag: '@full' }, async () => {
  const { fetch, faults, requests } = createSimulator()
  await fetch('/v2/deployments?limit=2')
  await fetch('/v2/deployments', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
  faults.add({ effect: 'reset', times: 1 })
  await expect(fetch('/v2/deployments')).rejects.toThrow()

  const { page, close } = await openDevTools()
  const imported = await page.evaluate(
    async (har) => {
      const { HARFormat, Importer } = await import('/devtools/models/har/har.js' as string)
      const { log } = new HARFormat.HARRoot(har)
      return Importer.Importer.requestsFromHARLog(log).map(
        (request: { requestMethod: string; statusCode: number; url(): string }) =>
          `${request.requestMethod} ${request.url()} ${request.statusCode}`,
      )
    },
    await requests.toHar(),
  )
  await close()
  expect(imported).toEqual([
    'GET http://localhost/v2/deployments?limit=2 200',
    'POST http://localhost/v2/deployments 422',
    'GET http://localhost/v2/deployments 0',
  ])
})
