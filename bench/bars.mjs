import { TITLES } from './cases/pages-over-http.mjs'
import { compareSizes } from './cases/requests-in-process.mjs'
import {
  bareExpress,
  bareNode,
  defaultSimulator,
  expressString,
  jsonServer,
  mockoon,
  prism,
  simulators,
  wireMock,
} from './peers.mjs'
import { formatNumber } from './report.mjs'
import { compareInTurn, medianOf } from './statistics.mjs'

/** The bars for a run, judged by the figures of that run. */
export function tabulateBars(results) {
  const bars = [...listPageBars(results), ...listRequestBars(results), ...listProcessBars(results)]
  return {
    title: 'The bars',
    columns: ['what', 'measured', 'bar', 'verdict'],
    rows: bars.map(({ what, measured, unit = '', ...bar }) => [
      what,
      Number.isFinite(measured) ? formatNumber(measured) + unit : 'not measured',
      `at most ${bar.atMost}${unit}`,
      judge(measured, bar),
    ]),
  }
}

function judge(measured, { atMost }) {
  if (!Number.isFinite(measured)) return '-'
  return measured <= atMost ? 'holds' : '**missed**'
}

function listPageBars({ pages: { times } }) {
  const own = (kind) => times[kind][simulators[1000].name]
  const against = (kind, peer, atMost) => ({
    what: `${TITLES[kind]}, 1,000 deployments: CPU time of that of ${peer.name}`,
    measured: times[kind][peer.name] === undefined ? Number.NaN : compareInTurn(own(kind), times[kind][peer.name]),
    atMost,
  })
  return [
    against('plain', bareNode, 1.6),
    against('hundred', bareNode, 1.8),
    against('distinct', bareNode, 3.2),
    against('distinctHundreds', bareNode, 3.5),
    against('plain', bareExpress, 1.3),
    against('plain', expressString, 1.3),
    against('plain', wireMock, 0.67),
    against('plain', mockoon, 0.5),
    against('plain', jsonServer, 0.2),
    against('plain', prism, 0.2),
    against('hundred', mockoon, 0.5),
    against('hundred', jsonServer, 0.2),
    {
      what: `a creation: CPU time of a page of 20 of ${bareNode.name}`,
      measured: compareInTurn(own('creation'), times.plain[bareNode.name]),
      atMost: 20,
    },
    {
      what: 'a page of 20, 100,000 deployments: CPU time of that with 1,000',
      measured: compareInTurn(times.plain[simulators[100000].name], own('plain')),
      atMost: 1.1,
    },
  ]
}

function listRequestBars({ requests, interception }) {
  const worst = (measured) =>
    Object.entries(measured)
      .map(([kind, figures]) => ({ kind, ratio: compareSizes(figures) }))
      .reduce((most, each) => (each.ratio > most.ratio ? each : most))
  const ofWorst = (what, measured, atMost) => {
    const { kind, ratio } = worst(measured)
    return { what: `${what}, 100,000 deployments to 1,000 (the worst: ${kind})`, measured: ratio, atMost }
  }
  return [
    ofWorst('a filter never seen before', requests.unseen, 5),
    ofWorst('a filter never seen before, records never read', requests.firstReads, 5),
    ofWorst('a filter seen before', requests.seen, 1.2),
    {
      what: '`fetch` through msw/node: CPU time of that of a bare handler',
      measured: compareInTurn(interception.simulated, interception.bare),
      atMost: 1.1,
    },
  ]
}

function listProcessBars({ starts, resets }) {
  const large = starts[simulators[100000].name]
  const [defaultWorld] = resets
  return [
    {
      what: 'start to first answer, default world, to json-server 0.17.4 with 1,000 records',
      measured: compareInTurn(starts[defaultSimulator.name].milliseconds, starts[jsonServer.name].milliseconds),
      atMost: 1.25,
    },
    {
      what: '100,000 deployments: start to first page',
      measured: medianOf(large.milliseconds) / 1000,
      unit: ' s',
      atMost: 6,
    },
    { what: '100,000 deployments: resident then', measured: medianOf(large.memory), unit: ' MB', atMost: 450 },
    {
      what: '`reset()` to `createSimulator()`, default world',
      measured: medianOf(defaultWorld.resets) / medianOf(defaultWorld.creations),
      atMost: 0.1,
    },
  ]
}
