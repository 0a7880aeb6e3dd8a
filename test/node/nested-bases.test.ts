import { AsyncLocalStorage } from 'node:async_hooks'
import { get } from 'node:http'
import { HttpResponse, http } from 'msw'
import { expect, onTestFinished, test, vi } from 'vitest'
import { setupSimulator } from '../../src/entries/node/index.ts'
import { test as worldTest } from '../../src/entries/vitest/index.ts'

// Each set of base URLs, with paths that belong to the last one that they begin with.
const SETS = [
  ['https://one.test/a', 'https://one.test/b'],
  ['https://one.test', 'https://one.test/inner'],
  ['https://one.test', 'https://one.test/inner', 'https://one.test/inner/most'],
  ['https://one.test/inner', 'https://one.test/inner-most'],
  ['http://one.test', 'https://one.test', 'https://one.test:8443'],
] as const

const ORDERS = SETS.flatMap((set) => [[...set], set.toReversed()])

/** Lets a simulator listen at each base URL. Its only deployment has the base URL as its name. */
function listenAt(bases: readonly string[]) {
  return bases.map((baseUrl) => {
    const simulator = setupSimulator({ baseUrl, scenario: 'empty' })
    simulator.db.deployments.create({ name: baseUrl })
    simulator.listen()
    onTestFinished(() => simulator.close())
    return simulator
  })
}

async function readNames(baseUrl: string): Promise<string[]> {
  const response = await fetch(`${baseUrl}/v2/deployments`)
  const { resources } = (await response.json()) as { resources: { name: string }[] }
  return resources.map(({ name }) => name)
}

test.for(ORDERS)('each of several simulators answers what is below its base URL: %s, %s', async (bases) => {
  listenAt(bases)
  for (const base of bases) expect(await readNames(base)).toEqual([base])
})

test.for(ORDERS)('a boundary leaves what is below a longer base URL to its simulator: %s, %s', async (bases) => {
  const simulators = listenAt(bases)
  for (const [index, { boundary }] of simulators.entries())
    await boundary(async ({ db }) => {
      for (const base of bases) expect(await readNames(base)).toEqual(base === bases[index] ? [] : [base])
      db.deployments.create({ name: 'inside' })
      expect(await readNames(String(bases[index]))).toEqual(['inside'])
    })
})

test.for(ORDERS)('what no operation is for is refused by one of the simulators of the host: %s, %s', async (bases) => {
  const simulators = listenAt(bases)
  await expect(fetch(`${bases[0]}/v9/nothing`)).rejects.toThrow()
  const failed = simulators.flatMap((simulator) => {
    try {
      simulator.verify()
      return []
    } catch (error) {
      return [String(error)]
    }
  })
  expect(failed).toMatchObject([expect.stringContaining(`GET ${bases[0]}/v9/nothing matches no operation`)])
})

test('a handler and an override come before the service of another base URL, too', async () => {
  const outer = setupSimulator({
    baseUrl: 'https://one.test',
    handlers: [http.get('https://one.test/inner/handled', () => HttpResponse.json('handler'))],
  })
  outer.use(http.get('https://one.test/inner/used', () => HttpResponse.json('override')))
  const inner = setupSimulator({ baseUrl: 'https://one.test/inner' })
  for (const simulator of [inner, outer]) {
    simulator.listen()
    onTestFinished(() => simulator.close())
  }
  expect(await (await fetch('https://one.test/inner/handled')).json()).toBe('handler')
  expect(await (await fetch('https://one.test/inner/used')).json()).toBe('override')
})

test('a request of node:http goes where one of fetch goes', async () => {
  listenAt(['http://one.test/inner', 'http://one.test'])
  const body = await new Promise<string>((resolve, reject) => {
    get('http://one.test/inner/v2/deployments', async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve(text)
    }).on('error', reject)
  })
  expect(JSON.parse(body).resources).toMatchObject([{ name: 'http://one.test/inner' }])
})

const outerTest = worldTest.extend('simulatorOptions', { baseUrl: 'https://one.test', scenario: 'empty' })

outerTest('a test leaves what is below a longer base URL to its simulator', async ({ simulator }) => {
  listenAt(['https://one.test/inner'])
  simulator.db.deployments.create({ name: 'of the test' })
  expect(await readNames('https://one.test/inner')).toEqual(['https://one.test/inner'])
  expect(await readNames('https://one.test')).toEqual(['of the test'])
})

// As a server sends requests that has started before the tests.
const outsideOfTests = AsyncLocalStorage.snapshot()
const innerTest = worldTest.extend('simulatorOptions', { baseUrl: 'https://two.test/inner', scenario: 'empty' })

innerTest('a test answers what is below its base URL, if another simulator has the host', async ({ simulator }) => {
  listenAt(['https://two.test'])
  simulator.db.deployments.create({ name: 'of the test' })
  expect(await readNames('https://two.test/inner')).toEqual(['of the test'])
  expect(await readNames('https://two.test')).toEqual(['https://two.test'])
  expect(await outsideOfTests(() => readNames('https://two.test/inner'))).toEqual(['of the test'])
  expect(await outsideOfTests(() => readNames('https://two.test'))).toEqual(['https://two.test'])
})

test('what belongs to the base URL of tests is refused outside of them, if another simulator has the host', async () => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  listenAt(['https://two.test'])
  const error = await readNames('https://two.test/inner').catch((failure) => failure)
  expect(`${error} ${error.cause}`).toContain('which has no world')
  expect(print).toHaveBeenCalledOnce()
  print.mockRestore()
})
