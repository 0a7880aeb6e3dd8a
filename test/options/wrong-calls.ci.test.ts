// Calls every public function with what is wrong. Functions are found at run time, so a new one needs a line in the table.

import { existsSync, readFileSync } from 'node:fs'
import { afterAll, expect, test, vi } from 'vitest'
import { connect } from '../../src/entries/client/index.ts'
import { collectCoverage } from '../../src/entries/coverage/index.ts'
import { setupSimulator } from '../../src/entries/node/index.ts'
import { matchers } from '../../src/entries/run/matchers.ts'
import { serve } from '../../src/server/index.ts'
import { CALLS, EXCEPTIONS, KNOWN_ID, WITHOUT_PARAMETERS } from '../support/calls.ts'
import { listWrongCalls } from '../support/parameters.ts'
import { listFunctions, type PublicFunction } from '../support/public-functions.ts'

// Node cannot resolve the first one, and the second one takes seconds to load.
vi.mock('msw/browser', () => ({ setupWorker: () => undefined }))
vi.mock('@playwright/test', () => ({
  expect: { extend: () => () => undefined },
  test: { extend: () => () => undefined },
}))

expect.extend({ ...matchers })
const hook = () => undefined
Object.assign(globalThis, { beforeAll: hook, afterEach: hook, afterAll: hook, expect })

const simulator = setupSimulator({ scenario: 'empty' })
simulator.db.providers.create({ id: KNOWN_ID })
simulator.listen()
const server = await serve(simulator, { port: 0 })

afterAll(async () => {
  simulator.close()
  await server.close()
})

const MOST_SHOWN = 40

const functions = new Map<string, PublicFunction['call']>()
const collect = (place: string, found: object): void => {
  for (const { name, call } of listFunctions(place, found)) if (!functions.has(name)) functions.set(name, call)
}
for (const [name, entry] of await importEntries()) collect(`deploymock${name.slice(1)}`, entry)
collect('simulator', simulator)
collect('simulator', simulator.sessions.create('another'))
collect('expect', toAssertions())
collect('server', server)
collect('coverage', collectCoverage(simulator))
collect('client', connect(server.url))

async function importEntries(): Promise<[string, object][]> {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    exports: Record<string, { default?: string }>
  }
  const sources = Object.entries(exports).flatMap(([name, { default: built }]) =>
    built?.startsWith('./dist/src/') !== true
      ? []
      : [[name, `../../src/${findModule(built.slice('./dist/src/'.length, -'.js'.length))}.ts`] as const],
  )
  return Promise.all(sources.map(async ([name, source]) => [name, await import(source)]))
}

function findModule(entry: string): string | undefined {
  return ['', 'entries/', 'server/'].map((folder) => folder + entry).find((path) => existsSync(`src/${path}.ts`))
}

function toAssertions(): object {
  const assertions = Object.keys(matchers).map((name) => [
    name,
    (...given: unknown[]) => {
      const assertion = expect(simulator)
      return Reflect.apply(Reflect.get(assertion, name), assertion, given)
    },
  ])
  return Object.fromEntries(assertions)
}

function isExcepted(name: string): boolean {
  return EXCEPTIONS.some(([excepted]) => excepted.test(name))
}

test('every public function is in the table of calls', () => {
  const missing = [...functions.keys()].filter(
    (name) => !isExcepted(name) && !WITHOUT_PARAMETERS.includes(name) && CALLS[name] === undefined,
  )
  expect(missing, 'Add these functions to CALLS, WITHOUT_PARAMETERS or EXCEPTIONS in test/support/calls.ts.').toEqual(
    [],
  )
})

test('the table of calls has only public functions', () => {
  const names = [...Object.keys(CALLS), ...WITHOUT_PARAMETERS]
  expect(names.filter((name) => !functions.has(name))).toEqual([])
})

test.for(Object.keys(CALLS))('%s rejects what is wrong, and names it', async (name) => {
  const call = functions.get(name) as (...given: unknown[]) => unknown
  const silent: string[] = []
  for (const { given, named } of listWrongCalls(CALLS[name] ?? [])) {
    const rejection = await describeRejection(() => call(...given))
    if (named.test(rejection) && rejection.startsWith('Failed to ')) continue
    silent.push(`(${given.map(showArgument).join(', ')}): ${rejection}`)
  }
  expect(silent).toEqual([])
})

function showArgument(given: unknown): string {
  return (JSON.stringify(given) ?? typeof given).slice(0, MOST_SHOWN)
}

async function describeRejection(act: () => unknown): Promise<string> {
  try {
    await act()
    return 'accepted'
  } catch (error) {
    return (error as Error).message
  }
}
