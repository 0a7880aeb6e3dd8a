import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import { readMemory } from '../processes.mjs'
import { formatNumber, formatSpread } from '../report.mjs'
import { readCpuTime } from '../shared/cpu-time.mjs'
import { compareInTurn } from '../statistics.mjs'

export const CONNECTIONS = 16
const WARM_UP_SECONDS = 3
const ROUNDS = 5
const SECONDS = 1.5
/** The kinds of requests. */
export const TITLES = {
  plain: 'a page of 20',
  hundred: 'a page of 100',
  distinct: '980 pages of 20 in turn',
  distinctHundreds: '900 pages of 100 in turn',
  uncached: '9,980 pages of 20 in turn, more than a cache keeps',
  filtered: 'filtered by a part of the name',
  last: 'the last page',
  walk: 'a page of 100 of a client that reads all of 10,000',
  creation: 'a creation',
}
const HUNDREDS = 100
/**
 * Requests each kind of page of every peer again and again, creates deployments, and reads all pages.
 *
 * @param started the started peers
 * @returns the CPU time of the server per request in microseconds, by kind of request and name of peer, a figure for
 *   each round, and the memory of each peer afterwards
 */
export async function measurePages(started, material) {
  const times = {}
  for (const kind of Object.keys(TITLES)) {
    const able = started.filter(({ peer }) => findLoad(peer, kind) !== undefined)
    for (const each of able) await warmUp(each, kind, material)
    times[kind] = await measureInTurn(able, kind, material)
  }
  const memory = {}
  for (const { peer, child } of started) memory[peer.name] = await readMemory(child)
  return { times, memory }
}

/** Returns what requests a kind of page, and tells how many requests it has sent; undefined for a peer without it. */
function findLoad({ paths, toHundred, createPath }, kind) {
  if (kind === 'walk') return toHundred && (({ origin, peer }) => walk(origin, peer))
  if (kind === 'creation')
    return createPath && (({ origin }, { creation }, seconds) => createAll(origin + createPath, creation, seconds))
  const path = paths[kind]
  return path && (({ origin }, _material, seconds) => requestAll(origin, [path].flat(), seconds))
}

async function warmUp(each, kind, material) {
  const { peer, origin } = each
  const path = peer.paths[kind]
  if (material.ids[kind] !== undefined && path !== undefined)
    peer.check(kind, await (await fetch(origin + path)).json(), material)
  await findLoad(peer, kind)(each, material, WARM_UP_SECONDS)
}

// The peers take turns, so that other work on the machine affects all of them alike.
async function measureInTurn(started, kind, material) {
  const times = Object.fromEntries(started.map(({ peer }) => [peer.name, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const each of started) {
      const before = readCpuTime(each.child.pid)
      const requests = await findLoad(each.peer, kind)(each, material, SECONDS)
      times[each.peer.name].push((readCpuTime(each.child.pid) - before) / requests)
    }
  }
  return times
}

// Each connection begins with another path, so that no page is asked for again soon if there are many.
function requestAll(url, paths, duration) {
  let next = 0
  const setupClient = (client) => {
    client.setRequests([...paths.slice(next), ...paths.slice(0, next)].map((path) => ({ path })))
    next = (next + Math.ceil(paths.length / CONNECTIONS)) % paths.length
  }
  return load({ url, duration, setupClient })
}

// Each deployment has a name of its own.
function createAll(url, creation, duration) {
  const headers = { 'content-type': 'application/json' }
  const setupRequest = (request) => ({
    ...request,
    body: JSON.stringify({ ...creation, name: `bench-${randomUUID()}` }),
  })
  return load({ url, duration, requests: [{ method: 'POST', headers, setupRequest }] })
}

async function load({ url, ...options }) {
  const { requests, non2xx, errors } = await autocannon({ url, connections: CONNECTIONS, ...options })
  if (non2xx + errors === 0) return requests.total
  throw new Error(`Failed to measure ${url}: ${non2xx + errors} requests failed. All must succeed.`)
}

async function walk(origin, { name, toHundred, readRecords }) {
  const walks = 3
  for (let index = 0; index < walks * HUNDREDS; index += 1) {
    const records = readRecords(await (await fetch(origin + toHundred(index % HUNDREDS))).json())
    if (records.length === HUNDREDS) continue
    throw new Error(`Failed to read all pages of ${name}: page ${index} has ${records.length} records. All have 100.`)
  }
  return walks * HUNDREDS
}

/** Puts CPU time per request into tables: one for each kind of request. */
export function tabulatePages({ times, memory }, reference) {
  const tables = Object.entries(times).map(([kind, measured]) => {
    const compared = measured[reference.name]
    return {
      title: `Over HTTP, ${TITLES[kind]}: CPU time of the server per request, median (least to most)`,
      columns: ['who', 'µs', `of ${reference.name}`],
      rows: Object.entries(measured).map(([name, values]) => [
        name,
        formatSpread(values),
        compared === undefined ? '-' : formatNumber(compareInTurn(values, compared)),
      ]),
    }
  })
  const resident = {
    title: 'Resident memory afterwards',
    columns: ['who', 'MB'],
    rows: Object.entries(memory).map(([name, megabytes]) => [name, formatNumber(megabytes)]),
  }
  return [...tables, resident]
}
