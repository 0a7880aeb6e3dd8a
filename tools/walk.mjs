// Which functions and modules of a build run for some requests and calls, as V8 counts them.

import { Session } from 'node:inspector/promises'

const FAULT = JSON.stringify({ operation: 'listDeployments', status: 503, times: 1 })

/** Returns how many functions and modules run for each. @param root the folder of the package, with its build */
export async function walkUsualWays(root) {
  const load = (path) => import(new URL(`build/src/${path}`, root))
  const [{ serve }, { createSimulator }] = [await load('server/index.js'), await load('index.js')]
  const watch = await startWatch(new URL('build/', root).href)
  const ways = {}
  const walk = async (name, act) => {
    await watch.take()
    const result = await act()
    ways[name] = await watch.take()
    return result
  }

  const server = await serve(createSimulator({ scenario: 'busy' }), { port: 0 })
  const send = async (target, init) => (await fetch(server.url + target, init)).text()
  const list = (limit) => () => send(`/v2/deployments?status=READY&limit=${limit}`)
  await send('/v2/auth/providers')
  await walk('the first page', list(2))
  await walk('the same page again', list(2))
  await walk('a page with another limit', list(3))
  await walk('a fault over HTTP', () => send('/_simulator/faults', { method: 'POST', body: FAULT }))
  await server.close()

  const simulator = createSimulator({ scenario: 'empty' })
  await walk("load('busy')", () => simulator.load('busy'))
  const [{ id }] = simulator.db.deployments.list({ limit: 1 })
  simulator.db.deployments.get(id)
  await walk('db.deployments.get(id)', () => simulator.db.deployments.get(id))
  return ways
}

async function startWatch(build) {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return {
    /** Returns how many functions and modules have run since the last call. */
    async take() {
      const { result } = await session.post('Profiler.takePreciseCoverage')
      const modules = result.filter(({ url }) => url.startsWith(build)).map(countCalled)
      return [modules.reduce((sum, count) => sum + count, 0), modules.filter((count) => count > 0).length]
    },
  }
}

// The first range of a module itself starts at 0 and has no name.
function countCalled({ functions }) {
  const called = functions.filter(({ functionName, ranges: [{ count, startOffset }] }) => {
    return count > 0 && !(startOffset === 0 && functionName === '')
  })
  return called.length
}
