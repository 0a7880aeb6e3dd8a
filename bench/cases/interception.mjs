import assert from 'node:assert/strict'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { createSimulator } from '../../dist/src/index.js'
import { formatNumber, formatSpread } from '../report.mjs'
import { compareInTurn } from '../statistics.mjs'

const URL_OF_PAGE = 'http://localhost/v2/deployments'
const ROUNDS = 20
const MILLISECONDS = 400

/** Intercepts `fetch` in this process: the simulator's handlers take turns with one that sends a constant. */
export async function measureInterception({ pageText }) {
  const headers = { 'content-type': 'application/json' }
  const simulated = setupServer(...createSimulator({ deployments: 1000 }).handlers)
  const bare = setupServer(http.get(URL_OF_PAGE, () => new HttpResponse(pageText, { headers })))
  const rates = { simulated: [], bare: [] }
  // The first round is a warm-up and is not counted.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, server] of Object.entries({ simulated, bare })) {
      const rate = await measureFetches(server, pageText)
      if (round > 0) rates[name].push(rate)
    }
  }
  return rates
}

async function measureFetches(server, pageText) {
  server.listen({ onUnhandledRequest: 'error' })
  try {
    assert.equal(await (await fetch(URL_OF_PAGE)).text(), pageText)
    const begin = performance.now()
    let count = 0
    while (performance.now() - begin < MILLISECONDS) {
      await (await fetch(URL_OF_PAGE)).text()
      count += 1
    }
    return (count * 1000) / (performance.now() - begin)
  } finally {
    server.close()
  }
}

export function tabulateInterception({ simulated, bare }) {
  return {
    title: '`fetch` through msw/node, one after the other: requests/s, median (least to most)',
    columns: ['handlers', 'requests/s', 'of the bare handler'],
    rows: [
      ['deploymock, 1,000 deployments', formatSpread(simulated), formatNumber(compareInTurn(simulated, bare))],
      ['one bare MSW handler (a constant)', formatSpread(bare), formatNumber(1)],
    ],
  }
}
