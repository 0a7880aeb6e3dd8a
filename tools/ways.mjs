// Which functions and modules of a build run for what people do every day, as V8 counts them.

import { Session } from 'node:inspector/promises'

const FAULT = JSON.stringify({ operation: 'listDeployments', status: 503, times: 1 })
// What Vitest gives a matcher.
const MATCHER = { equals: Object.is, customTesters: [] }
const HEADERS = { 'content-type': 'application/json', 'x-api-key': 'any' }

/**
 * Walks the usual ways. @param root the folder of the package, with its build
 * @returns for each, its functions and modules that run; and of each loaded module, whether it has functions, and whether one runs
 */
export async function walkUsualWays(root) {
  const load = (path) => import(new URL(`build/src/${path}`, root))
  const watch = await startWatch(new URL('build/src/', root).href)
  const ways = {}
  const walk = async (name, act) => {
    await watch.take()
    const result = await act()
    ways[name] = await watch.take()
    return result
  }
  await walkServer(load, walk)
  await walkCalls(load, walk)
  await walkTest(load, walk)
  await walkPage(load, walk)
  return { ways, modules: watch.modules }
}

async function walkServer(load, walk) {
  const [{ serve }, { createSimulator }] = [await load('server/index.js'), await load('index.js')]
  const server = await serve(createSimulator({ scenario: 'busy' }), { port: 0 })
  const { send, post } = createSender(server.url)
  const list = (limit) => () => send(`/v2/deployments?status=READY&limit=${limit}`)
  await send('/v2/auth/providers')
  await walk('the first page', list(2))
  await walk('the same page again', list(2))
  await walk('a page with another limit', list(3))
  await walk('a fault over HTTP', () => post('/_simulator/faults', FAULT))
  await walk('a reset over HTTP', () => post('/_simulator/reset', '{}'))
  await walk('a snapshot over HTTP, and its restore', async () => {
    await post('/_simulator/snapshots', JSON.stringify({ name: 'before' }))
    await post('/_simulator/snapshots/before/restore', '{}')
  })
  await walk('an event', () => readEvent(server.url, list(2)))
  await server.close()

  const langsmith = await serve(createSimulator({ scenario: 'busy', preset: 'langsmith' }), { port: 0 })
  const sender = createSender(langsmith.url)
  const [{ id }] = JSON.parse(await sender.send('/v1/integrations/github/install'))
  const [repository] = JSON.parse(await sender.send(`/v1/integrations/github/${id}/repos`))
  const create = (name) => sender.post('/v2/deployments', JSON.stringify(buildCreation(name, id, repository)))
  await create('first')
  await walk('a creation', () => create('second'))
  await langsmith.close()
}

function createSender(url) {
  const send = async (target, init) => {
    const response = await fetch(url + target, { headers: HEADERS, ...init })
    const text = await response.text()
    if (response.status >= 400) throw new Error(`${target} gets ${response.status}: ${text}`)
    return text
  }
  return { send, post: (target, body) => send(target, { method: 'POST', body }) }
}

async function readEvent(url, act) {
  const { body } = await fetch(`${url}/_simulator/events`)
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  await act()
  let text = ''
  while (!text.includes('listDeployments')) text += (await reader.read()).value
  await reader.cancel()
}

function buildCreation(name, integration_id, { url, default_branch }) {
  return {
    name,
    source: 'github',
    source_config: { integration_id, repo_url: url, deployment_type: 'dev', build_on_push: false },
    source_revision_config: { repo_ref: default_branch, langgraph_config_path: `${name}.json` },
    secrets: [],
  }
}

async function walkCalls(load, walk) {
  const { createSimulator } = await load('index.js')
  const simulator = createSimulator({ scenario: 'empty' })
  await walk("load('busy')", () => simulator.load('busy'))
  const [{ id }] = simulator.db.deployments.list({ limit: 1 })
  simulator.db.deployments.get(id)
  await walk('db.deployments.get(id)', () => simulator.db.deployments.get(id))
}

// What `deploymock/vitest` puts around a test: its own module only loads in Vitest.
async function walkTest(load, walk) {
  const [{ setupSimulator }, { matchers }] = [
    await load('entries/node/index.js'),
    await load('entries/run/matchers.js'),
  ]
  const simulator = setupSimulator({ scenario: 'empty' })
  simulator.listen()
  await walk('a test in a world of its own', () =>
    simulator.boundary(async (session) => {
      session.db.deployments.create({ name: 'checkout', status: 'READY' })
      session.faults.add({ operation: 'listDeployments', status: 503, times: 1 })
      const list = () => fetch(`${session.url}/v2/deployments?status=READY`)
      for (const response of [await list(), await list()]) await response.text()
      const { pass, message } = matchers.toHaveReceivedTimes.call(MATCHER, session, 'listDeployments', 2)
      if (!pass) throw new Error(message())
    }),
  )
  simulator.close()
}

// What `startSimulator` of `deploymock/browser` does, but for the service worker, which only pages have.
async function walkPage(load, walk) {
  const [{ createWithHandlers }, { createPageAnswer }] = [
    await load('with-handlers.js'),
    await load('entries/browser/page-requests.js'),
  ]
  const { service } = await load('service/service.js')
  globalThis.location = new URL('https://page.test/')
  await walk('the start of a page', async () => {
    const simulator = createWithHandlers(service, { baseUrl: 'https://api.test', clock: 'running', controlApi: true })
    const { answer } = createPageAnswer(simulator, { controlApi: true })
    simulator.restore(simulator.snapshot())
    const { response } = await answer(new Request('https://api.test/v2/deployments'), true)
    await response.text()
  })
}

async function startWatch(build) {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const modules = new Map()
  return {
    /** Of each module that was loaded: whether it has functions, and whether one of them was called since the first call of `take`. */
    modules,
    /** Returns how many functions and modules have run since the last call. */
    async take() {
      const { result } = await session.post('Profiler.takePreciseCoverage')
      const counts = result
        .filter(({ url }) => url.startsWith(build))
        .map(({ url, functions }) => {
          const own = functions.filter((each) => !isModule(each))
          const called = own.filter(({ ranges: [{ count }] }) => count > 0).length
          const path = url.slice(build.length)
          modules.set(path, { hasFunctions: own.length > 0, runs: called > 0 || modules.get(path)?.runs === true })
          return called
        })
      return [counts.reduce((sum, count) => sum + count, 0), counts.filter((count) => count > 0).length]
    },
  }
}

// The range of a module itself starts at 0 and has no name.
function isModule({ functionName, ranges: [{ startOffset }] }) {
  return startOffset === 0 && functionName === ''
}
