import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'

let app
let url

before(async () => {
  const env = { ...process.env, HOST: '127.0.0.1', PORT: '0' }
  app = spawn(process.execPath, ['.output/server/index.mjs'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface(app.stdout)) {
    url = /http:\/\/\S+/.exec(line)?.[0]
    if (url) break
  }
})

after(async () => {
  app.kill()
  await once(app, 'close')
})

test('the server and the page get the same world', async () => {
  const { resources } = await (await fetch(new URL('/api/v2/deployments?limit=3', url))).json()
  const page = await (await fetch(url)).text()
  const shown = [...page.matchAll(/<li>(.*?)<\/li>/g)].map(([, name]) => name)
  assert.deepEqual(
    shown,
    resources.map(({ name }) => name),
  )
})
