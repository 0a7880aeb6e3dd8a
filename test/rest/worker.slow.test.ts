import { resolve } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { build, type Plugin } from 'esbuild'
import { expect, test } from 'vitest'
import { tried } from './apis/tried.ts'

const WORKER = `
import { createSimulator } from 'deploymock/engine/fetch'
import { tried } from './test/rest/apis/tried.ts'
for (const { name, service } of tried) {
  const simulator = createSimulator({ service, baseUrl: 'https://api.test/' + name })
  handlers[name] = { db: simulator.db, fetch: (request) => simulator.fetch(request) }
}`

// The package, as a worker bundles it. The APIs are declared with the entry that has handlers for MSW, too.
const built: Plugin = {
  name: 'built',
  setup({ onResolve }) {
    onResolve({ filter: /entries\/engine\/index\.ts$/ }, () => ({ path: resolve('dist/src/engine/index.js') }))
    onResolve({ filter: /^deploymock\/engine\/fetch$/ }, () => ({ path: resolve('dist/src/engine/fetch.js') }))
  },
}

// What workers have: nothing of Node.
const { Request, Response, Headers, URL, URLSearchParams, TextEncoder, TextDecoder, AbortController, AbortSignal } =
  globalThis
const { ReadableStream, WritableStream, TransformStream, Event, EventTarget, crypto, performance } = globalThis
const { setTimeout, clearTimeout, queueMicrotask, structuredClone, console, BroadcastChannel, DOMException } =
  globalThis
const web = {
  ...{ Request, Response, Headers, URL, URLSearchParams, TextEncoder, TextDecoder, AbortController, AbortSignal },
  ...{ ReadableStream, WritableStream, TransformStream, Event, EventTarget, crypto, performance },
  ...{ setTimeout, clearTimeout, queueMicrotask, structuredClone, console, BroadcastChannel, DOMException },
}

type Handlers = Record<string, { db: never; fetch(request: Request): Promise<Response> }>

test('a worker, which has nothing of Node, answers requests with each API', async () => {
  const { outputFiles, metafile } = await build({
    stdin: { contents: WORKER, resolveDir: '.', loader: 'js' },
    bundle: true,
    write: false,
    metafile: true,
    format: 'iife',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'worker'],
    plugins: [built],
    logLevel: 'silent',
  })
  const bundled = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs))
  expect(bundled.filter(([path, { bytesInOutput }]) => /node_modules\/@?msw/.test(path) && bytesInOutput > 0)).toEqual(
    [],
  )
  const handlers: Handlers = {}
  runInContext(String(outputFiles[0]?.text), createContext({ ...web, handlers }))
  for (const { name, headers, list } of tried) {
    const { db, fetch } = handlers[name] as Handlers[string]
    const response = await fetch(new Request(`https://api.test/${name}${list.path(db)}`, { headers }))
    expect([name, list.records((await response.json()) as never).length]).toEqual([name, 2])
  }
})
