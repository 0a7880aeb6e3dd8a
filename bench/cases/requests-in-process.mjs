import assert from 'node:assert/strict'
import { createSimulator } from '../../dist/src/index.js'
import { formatCount, formatNumber } from '../report.mjs'
import { compareInTurn, medianOf } from '../statistics.mjs'
import { listFilterQueries, listRareNames } from './filter-queries.mjs'

export const SIZES = [1000, 10_000, 100_000]
const [SMALLEST] = SIZES
const LARGEST = SIZES.at(-1)
const NO_BODY = new Uint8Array()
const SAMPLES = 20
const REPETITIONS = 50
const SEEN_REQUESTS = {
  'the plain page': [{ query: '' }],
  'the last page': [{ toQuery: (size) => `offset=${size - 20}` }],
  'a bad request (limit=0)': [{ query: 'limit=0', status: 422 }],
}
// No name contains this text, so the simulator has to search all of them.
const UNSEEN_REQUESTS = { 'a part that no name has, never seen before': [{ query: 'name_contains=no-name-has-this' }] }

/**
 * Calls `simulator.service` directly, so that no network hides the cost of a request: microseconds
 * by case, kind of request and size of the world.
 */
export async function measureRequests() {
  const trial = createSimulator({ deployments: SMALLEST })
  const filters = listFilterQueries(trial)
  await checkFilters(trial, filters)
  const worlds = []
  for (const size of SIZES) worlds.push(await createWarmWorld(size))
  return {
    firstReads: { 'a rare part of the name': await measureFirstReads(worlds.at(-1), listRareNames(trial)) },
    unseen: await measureKinds(worlds, filters, measureUnseen),
    seen: await measureKinds(worlds, filters, measureSeen),
    others: {
      ...(await measureKinds(worlds, SEEN_REQUESTS, measureSeen)),
      ...(await measureKinds(worlds, UNSEEN_REQUESTS, measureUnseen)),
    },
  }
}

// Compared with a simple implementation of each filter, before anything is timed.
async function checkFilters({ service, db }, filters) {
  const newestFirst = db.deployments.list().toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))
  for (const { query, isWanted } of Object.values(filters).flat()) {
    const expected = newestFirst.filter(isWanted).map(({ id }) => id)
    const received = JSON.parse(readBody(await ask(service, query))).resources.map(({ id }) => id)
    assert.deepEqual(received, expected.slice(0, 20), `Failed to filter by ${query}: it gives other deployments.`)
  }
}

async function createWarmWorld(size) {
  const simulator = createSimulator({ deployments: size })
  // The first page of a world sorts its list.
  await ask(simulator.service, '')
  const lastPage = await ask(simulator.service, `limit=1&offset=${size - 1}`)
  return { size, lastId: JSON.parse(readBody(lastPage)).resources[0].id, ...simulator }
}

// A search of many records is answered later.
async function ask(service, query, status = 200) {
  const reply = await service.handle({
    method: 'GET',
    address: () => ({ origin: 'http://localhost', basePath: '' }),
    path: '/v2/deployments',
    query,
    header: () => undefined,
    body: NO_BODY,
  })
  assert.equal(reply.status, status, `Failed to ask for ${query}: ${readBody(reply)}.`)
  return reply
}

function readBody({ body }) {
  return Buffer.concat(body.parts).toString()
}

/**
 * Measures filters by rare names, which share few records, so that the records of the page have to
 * be built. For the small world, each filter gets a new one.
 */
async function measureFirstReads(large, rareNames) {
  const measured = Object.fromEntries([SMALLEST, LARGEST].map((size) => [size, []]))
  for (const request of rareNames) {
    for (const world of [await createWarmWorld(SMALLEST), large]) {
      measured[world.size].push(await time(() => askOnce(world, request)))
    }
  }
  return measured
}

async function measureKinds(worlds, requests, measure) {
  const measured = {}
  for (const [kind, each] of Object.entries(requests)) {
    measured[kind] = Object.fromEntries(worlds.map(({ size }) => [size, []]))
    // Requested once before, so that no record has to be built while it is timed.
    for (const world of worlds) for (const request of each) await askOnce(world, request)
    for (let round = 0; round < SAMPLES / each.length; round += 1) {
      for (const request of each) {
        for (const world of worlds) measured[kind][world.size].push(await measure(world, request))
      }
    }
  }
  return measured
}

const askOnce = ({ size, service }, { query, toQuery = () => query, status }) => ask(service, toQuery(size), status)

/** After a change of the data, the service has forgotten all filters. */
function measureUnseen(world, request) {
  world.db.deployments.update(world.lastId, {})
  return time(() => askOnce(world, request))
}

// Times each call separately: a garbage collection in between takes longer than a hundred calls.
async function measureSeen(world, request) {
  await askOnce(world, request)
  const times = []
  for (let index = 0; index < REPETITIONS; index += 1) times.push(await time(() => askOnce(world, request)))
  return medianOf(times)
}

async function time(run) {
  const begin = performance.now()
  await run()
  return (performance.now() - begin) * 1000
}

/** How many times as much a request costs in the largest world as in the smallest. */
export const compareSizes = (figures) => compareInTurn(figures[LARGEST], figures[SMALLEST])

export function tabulateRequests({ firstReads, unseen, seen, others }) {
  const inProcess = 'in the process, µs, median'
  return [
    tabulate(`A filter never seen before, ${inProcess}`, unseen),
    tabulate(`A filter never seen before, in a world whose records have not been read yet, ${inProcess}`, firstReads),
    tabulate(`A filter seen before, ${inProcess}`, seen),
    tabulate(`Other requests, ${inProcess}`, others),
  ]
}

function tabulate(title, measured) {
  const sizes = Object.keys(Object.values(measured)[0]).map(Number)
  return {
    title,
    columns: ['request', ...sizes.map(formatCount), `${formatCount(LARGEST)} to ${formatCount(SMALLEST)}`],
    rows: Object.entries(measured).map(([kind, figures]) => [
      kind,
      ...sizes.map((size) => formatNumber(medianOf(figures[size]))),
      formatNumber(compareSizes(figures)),
    ]),
  }
}
