import autocannon from 'autocannon'
import { readMemory } from '../processes.mjs'
import { formatNumber, formatSpread } from '../report.mjs'
import { compareInTurn } from '../statistics.mjs'

export const CONNECTIONS = 16
const WARM_UP_SECONDS = 3
const ROUNDS = { plain: 5, filtered: 3, last: 3 }
const SECONDS = { plain: 1.5, filtered: 1, last: 1 }

/**
 * Requests each page of every peer, again and again.
 *
 * @param started the started peers
 * @returns requests per second by kind of page and name of peer, a figure for each round, and the
 *   memory of each peer afterwards
 */
export async function measurePages(started, material) {
  const rates = {}
  for (const kind of Object.keys(ROUNDS)) {
    const able = started.filter(({ peer }) => peer.paths[kind] !== undefined)
    for (const each of able) await warmUp(each, kind, material)
    rates[kind] = await measureInTurn(able, kind)
  }
  const memory = {}
  for (const { peer, child } of started) memory[peer.name] = await readMemory(child)
  return { rates, memory }
}

async function warmUp({ peer, origin }, kind, material) {
  const url = origin + peer.paths[kind]
  const response = await fetch(url)
  peer.check(kind, await response.json(), material)
  await measureRate(url, WARM_UP_SECONDS)
}

// The peers take turns, so that other work on the machine affects all of them alike.
async function measureInTurn(started, kind) {
  const rates = Object.fromEntries(started.map(({ peer }) => [peer.name, []]))
  for (let round = 0; round < ROUNDS[kind]; round += 1) {
    for (const { peer, origin } of started) {
      rates[peer.name].push(await measureRate(origin + peer.paths[kind], SECONDS[kind]))
    }
  }
  return rates
}

async function measureRate(url, seconds) {
  const { requests, duration, non2xx, errors } = await autocannon({ url, connections: CONNECTIONS, duration: seconds })
  if (non2xx + errors === 0) return requests.total / duration
  throw new Error(`Failed to measure ${url}: ${non2xx + errors} requests failed. All must get 200.`)
}

/** Puts requests per second into tables: the plain page, and the other pages. */
export function tabulatePages({ rates, memory }, reference) {
  const plain = Object.entries(rates.plain).map(([name, values]) => [
    ...[
      name,
      formatSpread(values),
      formatNumber(compareInTurn(values, rates.plain[reference.name])),
      formatNumber(memory[name]),
    ],
  ])
  const others = Object.keys(rates.filtered).map((name) => [
    name,
    formatSpread(rates.filtered[name]),
    formatSpread(rates.last[name]),
  ])
  return [
    {
      title: 'The plain page over HTTP: requests/s, median (least to most)',
      columns: ['who', 'requests/s', 'of Express with bytes', 'resident MB afterwards'],
      rows: plain,
    },
    {
      title: 'Other pages over HTTP, 1,000 deployments, newest first: requests/s, median (least to most)',
      columns: ['who', 'filtered by a part of the name', 'the last page'],
      rows: others,
    },
  ]
}
