import { upload } from './uploads.mjs'

const FILTERS = [
  '',
  '?status=READY',
  '?name_contains=a',
  '?limit=100',
  '?deployment_type=prod&limit=5',
  '?limit=0',
  '?status=UNKNOWN&remote_reconciled=true',
]
const FAULTS = [
  { operation: 'listDeployments', delay: 50, times: 2 },
  { operation: 'listDeployments', delay: { min: 1, max: 400 }, times: 2 },
  { operation: 'listDeployments', status: 503, times: 2 },
  { operation: 'listDeployments', effect: 'reset', times: 1 },
  { operation: 'createDeployment', effect: 'truncate', times: 1 },
  { operation: 'listOAuthProviders', effect: 'wrong-length', times: 1 },
]
const SLOW = { operation: 'listOAuthProviders', delay: 60_000, times: 1 }

const integer = (most) => Math.floor(Math.random() * most)
const pick = (list) => list[integer(list.length)]

/**
 * Sends requests like those of clients until it is stopped. Each worker sends one request after
 * another.
 *
 * @param record called for each ordinary request: whether there was a response, and after how many
 * milliseconds
 */
export function startTraffic({ client, sessions, repositories, deployments, workers, record }) {
  let isOver = false
  const steps = listSteps({ client, repositories, deployments, record })
  const total = steps.reduce((sum, [weight]) => sum + weight, 0)
  const draw = () => {
    let left = Math.random() * total
    return steps.find(([weight]) => {
      left -= weight
      return left < 0
    })[1]
  }
  const work = async () => {
    while (!isOver) await draw()(`/_s/${sessions.pick()}`)
  }
  const all = Promise.all(Array.from({ length: workers }, work))
  return async () => {
    isOver = true
    await all
  }
}

function listSteps({ client, repositories, deployments, record }) {
  const ask = async (method, path, value) => {
    const start = performance.now()
    const response = await client.send(method, path, value)
    record(response?.status, performance.now() - start)
  }
  const control = (method, path, value) => client.send(method, path, value)
  return [
    [50, (session) => ask('GET', `${session}/v2/deployments${pick(FILTERS)}`)],
    [10, (session) => ask('GET', `${session}/v2/deployments?offset=${integer(60)}&limit=${1 + integer(30)}`)],
    [8, (session) => ask('GET', `${session}/v2/auth/providers`)],
    [14, (session) => ask('POST', `${session}/v2/deployments`, buildCreation(pick(repositories)))],
    [4, (session) => ask('POST', `${session}/v2/deployments`, { secrets: [1, 2], name: 'x'.repeat(integer(5000)) })],
    [3, (session) => control('POST', `${session}/_simulator/faults`, pick(FAULTS))],
    [3, (session) => ask('GET', `${session}/v2/deployments/${pick(deployments).id}/logs?order=desc`)],
    [3, (session) => ask('POST', `${session}/v2/deployments/${pick(deployments).id}/revisions`, {})],
    [2, (session) => upload(client, session, pick(deployments).id)],
    [3, (session) => leave(client, session)],
    [2, (session) => control('PATCH', `${session}/_simulator/clock`, { advance: 40_000 })],
    [1, (session) => control('POST', `${session}/_simulator/reset`)],
    [0.5, (session) => restore(control, session)],
    [0.2, (session) => control('GET', `${session}/_simulator/requests`)],
  ]
}

function buildCreation({ integration_id, url }) {
  return {
    name: `soak-${integer(1000)}`,
    integration_id,
    source_config: { repo_url: url },
    source_revision_config: { repo_ref: 'main' },
    secrets: [{ name: 'KEY', value: 'v'.repeat(integer(2000)) }],
  }
}

// A client that does not wait for its delayed response.
async function leave(client, session) {
  await client.send('POST', `${session}/_simulator/faults`, SLOW)
  await client.send('GET', `${session}/v2/auth/providers`, undefined, { leaveAfter: 5 + integer(40) })
}

async function restore(control, session) {
  const name = `kept-${integer(40)}`
  await control('DELETE', `/_simulator/snapshots/${name}`)
  await control('POST', `${session}/_simulator/snapshots`, { name })
  await control('POST', `${session}/_simulator/snapshots/${name}/restore`)
}
