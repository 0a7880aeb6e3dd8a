import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { app } from './app.js'

const SITE = 'https://preview.example.com'

/** Runs a worker in Cloudflare's runtime until the test ends. */
async function open(context, contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['workerd', 'worker', 'browser'],
    logLevel: 'error',
    minify: true,
    write: false,
  })
  const [{ text: script }] = outputFiles
  const runtime = new Miniflare({ modules: true, script, compatibilityDate: '2026-01-01' })
  context.after(() => runtime.dispose())
  return (path, init) => runtime.dispatchFetch(`${SITE}${path}`, init)
}

test('a worker answers, and keeps its world between requests', async (context) => {
  const fetch = await open(context, "export { default } from './worker.js'")
  const { resources } = await (await fetch('/v2/deployments?limit=2')).json()
  assert.equal(resources.length, 2)
  const redirect = await fetch('/v2/deployments/', { redirect: 'manual' })
  assert.equal(redirect.headers.get('location'), `${SITE}/v2/deployments`)
  assert.equal((await fetch('/_simulator/scenario')).status, 404)
  const again = await (await fetch('/v2/deployments?limit=2')).json()
  assert.deepEqual(again.resources, resources)
})

test('a worker with the control API has records, delays, sessions and faults', async (context) => {
  const fetch = await open(context, "export { default } from './controlled.js'")
  const post = (path, body) => fetch(path, { method: 'POST', body: JSON.stringify(body) })
  await post('/_simulator/records/deployments', { name: 'checkout' })
  await post('/_simulator/faults', { operation: 'listDeployments', delay: 300, times: 1 })
  const start = performance.now()
  const { resources } = await (await fetch('/v2/deployments?name_contains=checkout')).json()
  assert.equal(resources.length, 1)
  assert.ok(performance.now() - start >= 290)
  const other = await (await fetch('/_s/alice/v2/deployments?name_contains=checkout')).json()
  assert.equal(other.resources.length, 0)
  await post('/_simulator/faults', { operation: 'listDeployments', effect: 'reset', times: 1 })
  assert.equal((await fetch('/v2/deployments')).status, 500)
  const foreign = await fetch('/_simulator/reset', { method: 'POST', headers: { origin: 'https://elsewhere.test' } })
  assert.equal(foreign.status, 403)
  await post('/_simulator/reset')
  const reset = await (await fetch('/v2/deployments?name_contains=checkout')).json()
  assert.equal(reset.resources.length, 0)
})

test('a worker answers for an API of one’s own', async (context) => {
  const fetch = await open(context, "export { default } from './tasks.js'")
  const page = await (await fetch('/tasks?limit=2')).json()
  assert.deepEqual([page.tasks.length, page.total], [2, 10])
  assert.equal((await fetch('/tasks', { method: 'POST', body: '{"title":"Rest"}' })).status, 201)
  const { total } = await (await fetch('/_s/alice/tasks')).json()
  assert.deepEqual([(await (await fetch('/tasks')).json()).total, total], [11, 10])
})

/** Creates a copy of a deployment, and counts the copies that its viewer sees. */
async function copy(fetch, viewer) {
  const headers = { cookie: `viewer=${viewer}`, 'content-type': 'application/json' }
  const list = async (query) => (await (await fetch(`/api/v2/deployments?${query}`, { headers })).json()).resources
  const [{ source, source_config, source_revision_config }] = await list('limit=1')
  const body = JSON.stringify({ name: 'copied', source, source_config, source_revision_config })
  await fetch('/api/v2/deployments', { method: 'POST', body, headers })
  return (await list('name_contains=copied')).length
}

const runtimes = {
  'the process': async () => app.request.bind(app),
  "Cloudflare's runtime": (context) => open(context, "import { app } from './app.js'\nexport default app"),
}

for (const [name, openApp] of Object.entries(runtimes)) {
  test(`each viewer has a world of their own in ${name}`, async (context) => {
    const fetch = await openApp(context)
    const first = await fetch('/api/v2/deployments')
    assert.equal(first.status, 200)
    assert.match(first.headers.get('set-cookie'), /^viewer=/)
    assert.equal(await copy(fetch, 'alice'), 1)
    assert.equal(await copy(fetch, 'alice'), 2)
    assert.equal(await copy(fetch, 'bob'), 1)
    const odd = await fetch('/api/v2/deployments', { headers: { cookie: `viewer=${'x'.repeat(300)}` } })
    assert.equal(odd.status, 200)
    assert.match(odd.headers.get('set-cookie'), /^viewer=[0-9a-f-]{36}/)
  })
}

test('Deno runs it without any permission', async () => {
  await promisify(execFile)('node_modules/.bin/deno', ['run', '--no-prompt', 'deno.js'])
})
