import assert from 'node:assert/strict'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { createSimulator } from '../../dist/src/index.js'
import { formatNumber, formatSpread } from '../report.mjs'
import { readOwnCpuTime } from '../shared/cpu-time.mjs'
import { compareInTurn } from '../statistics.mjs'

const URL_OF_PAGE = 'http://localhost/v2/deployments'
const ROUNDS = 40
const MILLISECONDS = 400

/**
 * Intercepts `fetch` in this process: the simulator's handlers take turns with one that sends a constant.
 *
 * @returns the CPU time per request in microseconds, a figure for each round
 */
export async function measureInterception({ pageText }) {
  const headers = { 'content-type': 'application/json' }
  const simulated = setupServer(...createSimulator({ deployments: 1000 }).handlers)
  const bare = setupServer(http.get(URL_OF_PAGE, () => new HttpResponse(pageText, { headers })))
  const times = { simulated: [], bare: [] }
  // The first round is a warm-up and is not counted.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, server] of Object.entries({ simulated, bare })) {
      const time = await measureFetches(server, pageText)
      if (round > 0) times[name].push(time)
    }
  }
  return times
}

async function measureFetches(server, pageText) {
  server.listen({ onUnhandledRequest: 'error' })
  try {
    assert.equal(await (await fetch(URL_OF_PAGE)).text(), pageText)
    const [begin, before] = [performance.now(), readOwnCpuTime()]
    let count = 0
    while (performance.now() - begin < MILLISECONDS) {
      await (await fetch(URL_OF_PAGE)).text()
      count += 1
    }
    return (readOwnCpuTime() - before) / count
  } finally {
    server.close()
  }
}

export function tabulateInterception({ simulated, bare }) {
  return {
    title: '`fetch` through msw/node, one after the other: CPU time per request, median (least to most)',
    columns: ['handlers', 'µs', 'of the bare handler'],
    rows: [
      ['deploymock, 1,000 deployments', formatSpread(simulated), formatNumber(compareInTurn(simulated, bare))],
      ['one bare MSW handler (a constant)', formatSpread(bare), formatNumber(1)],
    ],
  }
}
