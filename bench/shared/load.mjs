import autocannon from 'autocannon'
import { readCpuTime, readOwnCpuTime } from './cpu-time.mjs'

const CONNECTIONS = 16

/**
 * Requests a page of each session in turn, over and over.
 *
 * @param url where the sessions are
 * @param names the names of the sessions
 * @param extent for how many seconds (`duration`), or how many requests (`amount`)
 * @param pids the processes whose CPU time is measured, by what they are
 * @returns requests per second, and the CPU time per request in microseconds
 */
export async function measureLoad({ url, names, pids, ...extent }) {
  const readAll = () =>
    Object.entries(pids).map(([who, each]) => [who, each.reduce((sum, pid) => sum + readCpuTime(pid), 0)])
  const [before, ownBefore] = [Object.fromEntries(readAll()), readOwnCpuTime()]
  const { requests, duration, non2xx, errors } = await autocannon({
    url,
    connections: CONNECTIONS,
    ...extent,
    setupClient: createTurns(names),
  })
  if (non2xx + errors > 0)
    throw new Error(`Failed to measure ${url}: ${non2xx + errors} requests failed. All must get 200.`)
  const perRequest = (microseconds) => microseconds / requests.total
  const used = readAll().map(([who, time]) => [who, perRequest(time - before[who])])
  return {
    rate: requests.total / duration,
    cpu: { ...Object.fromEntries(used), load: perRequest(readOwnCpuTime() - ownBefore) },
  }
}

// Each connection begins with another session. Otherwise all of them would send their requests to the
// same instance at the same time.
function createTurns(names) {
  let next = 0
  const step = Math.ceil(names.length / CONNECTIONS)
  return (client) => {
    const turn = [...names.slice(next), ...names.slice(0, next)]
    next = (next + step) % names.length
    client.setRequests(turn.map((name) => ({ path: `/_s/${name}/v2/deployments` })))
  }
}
