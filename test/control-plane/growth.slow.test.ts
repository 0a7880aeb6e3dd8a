import { Session } from 'node:inspector/promises'
import { expect, test } from 'vitest'
import type { ScenarioInput, Simulator } from '../../src/index.ts'
import { createService } from '../support/control-plane.ts'
import { isFull, sample } from '../support/scope.ts'
import { listOperations, type ServiceDocument } from '../support/service-document.ts'

type Described = ReturnType<typeof listOperations>[number]

const SIZES = isFull ? ([1000, 100_000] as const) : ([150, 1500] as const)

/** Creates what counts calls of functions, as V8 does. A loop over records calls some for each of them. */
async function createCounter() {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const take = async (): Promise<number> => {
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const counts = result.flatMap(({ functions }) => functions.map(({ ranges }) => ranges[0]?.count ?? 0))
    return counts.reduce((sum, count) => sum + count, 0)
  }
  return {
    async count(act: () => Promise<unknown>): Promise<number> {
      await take()
      await act()
      return take()
    },
    async end() {
      await session.post('Profiler.stopPreciseCoverage')
      session.disconnect()
    },
  }
}

async function createCrowded(count: number) {
  const integration = { id: '00000000-0000-4000-8000-000000000001', kind: 'standard', name: 'crowded' } as const
  const scenario: ScenarioInput = {
    name: 'crowded',
    deployments: count,
    integrations: [{ ...integration, repositories: count }],
    providers: count,
    listeners: count,
    tokens: count,
    connections: count,
  }
  const simulator = createService({ scenario })
  const document = (await simulator.openapi()) as unknown as ServiceDocument
  return { simulator, operations: sample(listOperations(document), 5) }
}

/** Builds a request about other records than the attempts before. */
function buildRequest({ db }: Simulator, { path, method, operation }: Described, attempt: number) {
  const { parameters = [], requestBody } = operation
  const at = { limit: 1, offset: 10 + attempt }
  const [deployment] = db.deployments.list(at)
  const [connection] = db.connections.list(at)
  const known: Record<string, string | undefined> = {
    deployment_id: deployment?.id,
    revision_id: db.revisions.list({ limit: 1, where: { deployment_id: String(deployment?.id) } })[0]?.id,
    provider_id: db.providers.list(at)[0]?.provider_id,
    integration_id: db.integrations.list({ limit: 1 })[0]?.id,
    listener_id: db.listeners.list(at)[0]?.id,
    token_id: db.tokens.list(at)[0]?.id,
    agent_id: connection?.agent_id,
    connection_id: connection?.id,
  }
  const readValue = (name: string) =>
    known[name] ?? String(parameters.find((each) => each.name === name)?.example ?? name)
  const query = parameters.filter((each) => each.in === 'query' && (each.example !== undefined || each.name in known))
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(readValue(name)))
  const example = requestBody?.content['application/json']?.example
  const isNew = method === 'post' && path.endsWith('/providers')
  const own = { name: `new-${attempt}`, provider_id: isNew ? `new-${attempt}` : known.provider_id, compute_id: attempt }
  const replaced = Object.entries(own).flatMap(([name, value]) =>
    Object.hasOwn(Object(example), name) ? [[name, String(value)]] : [],
  )
  const body = example === undefined ? {} : { body: JSON.stringify({ ...example, ...Object.fromEntries(replaced) }) }
  return {
    target: `${filled}?${new URLSearchParams(query.map(({ name }) => [name, readValue(name)]))}`,
    init: { method: method.toUpperCase(), headers: { 'content-type': 'application/json' }, ...body },
  }
}

test('where there are more records, only operations with a longer response do more', { timeout: 600_000 }, async () => {
  const [few, many] = [await createCrowded(SIZES[0]), await createCrowded(SIZES[1])]
  const counter = await createCounter()
  const measure = async ({ simulator, operations }: typeof few, index: number) => {
    let response = { status: 0, length: 0 }
    const ask = async (attempt: number): Promise<number> => {
      // A response from the cache takes no work.
      simulator.db.deletions.create({})
      const { target, init } = buildRequest(simulator, operations[index] as Described, attempt)
      return counter.count(async () => {
        const { status, text } = await simulator
          .fetch(target, init)
          .then(async (each) => ({ status: each.status, text: await each.text() }))
        response = { status, length: text.length }
      })
    }
    // The first requests build indexes.
    await ask(0)
    await ask(1)
    return { calls: await ask(2), ...response }
  }
  const grown: Record<string, unknown> = {}
  for (const [index, { method, path }] of few.operations.entries()) {
    const [less, more] = [await measure(few, index), await measure(many, index)]
    const isLonger = more.length > 2 * less.length
    if (less.status !== more.status || (!isLonger && more.calls > 1.1 * less.calls))
      grown[`${method} ${path}`] = { less, more }
  }
  await counter.end()
  expect(few.operations.length).toBeGreaterThan(10)
  expect(grown).toEqual({})
})
