// What every public function can be called with.

import type { Question } from '../../src/engine/sessions/serving/ask.ts'
import type { SettingsChange } from '../../src/engine/sessions/settings.ts'
import type { CountOptions, ListOptions } from '../../src/engine/world/list-records.ts'
import type { StartOptions } from '../../src/entries/browser/index.ts'
import type * as client from '../../src/entries/client/index.ts'
import * as remote from '../../src/entries/client/remote/calls.ts'
import type { SetupOptions } from '../../src/entries/node/index.ts'
import type { CoverageReporterOptions } from '../../src/entries/vitest/coverage-reporter.ts'
import { createSimulator, type HarOptions, type SessionOptions, type SimulatorOptions } from '../../src/index.ts'
import type { AppOptions, ServeOptions } from '../../src/server/index.ts'
import { fields, optional, type Parameter, value } from './parameters.ts'

const SIMULATOR = {
  scenario: 7,
  seed: 'x',
  now: 7,
  deployments: 'x',
  preset: 7,
  assumptions: 7,
  vary: null,
  strict: 'yes',
  baseUrl: 7,
  scenarios: 7,
  memory: 'x',
  journalSize: 'x',
  explain: 'yes',
  sessionMinutes: 'x',
  clock: true,
  speed: {},
  chaos: {},
  controlApi: 'yes',
}
const INTERCEPTED = { service: 7, unhandledRequests: true, otherHosts: true, handlers: 7 }
const SETUP = fields<SetupOptions>({ ...SIMULATOR, ...INTERCEPTED })
const APP = {
  console: 'yes',
  cors: 'yes',
  handlers: 7,
  knownSessionsOnly: 'yes',
  log: 7,
  token: 7,
  allowOrigins: 7,
  allowHosts: 7,
  publicUrl: 7,
  trustProxy: [7],
}

/** The id of a provider that exists. */
export const KNOWN_ID = '4a1f0c5e-7d2b-4a86-9c31-5e8f7b6a2d10'

const id = value(KNOWN_ID)
const keep = optional(fields<client.ReplaceOptions>({ keepRequests: 'yes' }))
// What schemas check as a whole needs one wrong field.
const fault: Parameter = { ...fields({ delay: '3 fortnights' }), valid: { status: 503 } }
const scenario: Parameter = { ...fields({ deployments: 'x' }), valid: { name: 'own', deployments: 1 } }
const record = fields({ name: 7 })
const chaos = fields({ level: 'x', seed: 'x' })
const snapshot = createSimulator().snapshot()
const assumptions = fields({ lastPageOffset: 7 })
const settings = fields<SettingsChange>({ preset: 7, strict: 'yes', vary: {} })
const question = fields<Question>({ method: 7, path: 7, query: 7, headers: 7, decided: 7 })
const filtered = fields<ListOptions<object>>({ where: 7, limit: 'x', offset: 'x' })
const list = optional({ ...filtered, wrong: [...filtered.wrong, [{ where: { unknwon: 1 } }, /unknwon/]] })
const counted = fields<CountOptions<object>>({ where: 7 })
const countOf = optional({ ...counted, wrong: [...counted.wrong, [{ where: { unknwon: 1 } }, /unknwon/]] })
const atRequest = optional(fields<client.SnapshotOptions>({ request: 'x' }))
const filter = { operation: 7, state: 7, status: {}, text: 7 }
const requests = optional(
  fields<client.RequestFilter & client.RequestRange>({ ...filter, after: 'x', before: 'x', limit: 'x' }),
)
const counts = optional(fields<client.RequestFilter>(filter))
const har = optional(fields<HarOptions>({ ...filter, after: 'x', before: 'x', limit: 'x', secrets: 'show' }))
const { operation: _, ...rest } = filter
const wait = [value('listDeployments'), optional(fields<client.WaitForOptions>({ ...rest, after: 'x', timeout: 'x' }))]
const sessionFields = { scenario: 7, snapshot: 7, preset: 7, assumptions: 7, trial: 'yes', maker: 7 }
const session = optional(fields<SessionOptions>({ ...sessionFields, vary: {}, varyScope: 7 }))
const link = {
  scenario: 7,
  snapshot: 7,
  seed: 'x',
  now: 7,
  preset: 7,
  assumptions: 7,
  faults: 7,
  chaos: { levl: 1 },
  session: 7,
  to: 7,
}
const expected = optional(fields({ parameters: 7 }))

/** The parameters of each function that has some. */
export const CALLS: Readonly<Record<string, readonly Parameter[]>> = {
  'deploymock.createSimulator': [optional(fields<SimulatorOptions>(SIMULATOR))],
  'deploymock.defineScenario': [scenario],
  'deploymock/fetch.createSimulator': [optional(fields<SimulatorOptions>(SIMULATOR))],
  'deploymock/fetch.defineScenario': [scenario],
  'deploymock/browser.startSimulator': [
    optional(fields<StartOptions>({ ...SIMULATOR, ...INTERCEPTED, serviceWorker: 7, keep: true, quiet: 'yes' })),
  ],
  'deploymock/client.buildOpenLink': [value('http://a.test'), optional(fields<client.OpenLinkOptions>(link))],
  'deploymock/client.connect': [
    value('http://a.test'),
    optional(fields<client.ConnectOptions>({ token: 7, session: 7, fetch: 7 })),
  ],
  'deploymock/coverage.collectCoverage': [value(createSimulator())],
  'deploymock/coverage.formatCoverage': [value({ operations: [] }), optional(value(80, 'x'))],
  'deploymock/files.readAssumptionsFile': [value('unknown.yaml')],
  'deploymock/files.readScenarioFile': [value('unknown.yaml')],
  'deploymock/files.writeScenario': [scenario, value('json'), optional(value('schema.json'))],
  'deploymock/jest.createTestSimulator': [optional(SETUP)],
  'deploymock/node.setupSimulator': [optional(SETUP)],
  'deploymock/server.createApp': [value(createSimulator()), optional(fields<AppOptions>(APP))],
  'deploymock/server.serve': [
    value(createSimulator()),
    optional(fields<ServeOptions>({ ...APP, port: 'x', host: 7, grace: 'x', state: 7, otlp: 7, tls: 7 })),
  ],
  'deploymock/vitest-reporter.default': [
    optional(fields<CoverageReporterOptions>({ service: 7, threshold: 'x', folder: 7 })),
  ],
  'expect.toHaveReceived': [value('listDeployments'), expected],
  'expect.toHaveReceivedInOrder': [value(['listDeployments'])],
  'expect.toHaveReceivedTimes': [value('listDeployments'), value(1, 'x'), expected],
  'simulator.ask': [question],
  'simulator.assume': [assumptions],
  'simulator.boundary': [value(() => undefined), session],
  'simulator.clock.advance': [value(1000, 'x')],
  'simulator.clock.follow': [value({})],
  'simulator.clock.set': [value('2026-03-02T09:00:00Z')],
  'simulator.clock.timeline': [optional(fields({ limit: 'x' }))],
  'simulator.clock.watch': [value(() => undefined)],
  'simulator.configure': [settings],
  'simulator.db.*.count': [countOf],
  'simulator.db.*.create': [optional(record)],
  'simulator.db.*.delete': [id],
  'simulator.db.*.get': [id],
  'simulator.db.*.list': [list],
  'simulator.db.*.update': [id, record],
  'simulator.define': [scenario],
  'simulator.events.listen': [value(() => undefined)],
  'simulator.faults.add': [fault],
  'simulator.faults.buildTest': [fault],
  'simulator.faults.remove': [id],
  'simulator.load': [optional(scenario), keep],
  'simulator.openapi': [optional(fields({ server: 7 }))],
  'simulator.requests.count': [counts],
  'simulator.requests.counts': [counts],
  'simulator.requests.get': [value(1, 'x')],
  'simulator.requests.list': [requests],
  'simulator.requests.toHar': [har],
  'simulator.requests.waitFor': wait,
  'simulator.reset': [keep],
  'simulator.restore': [
    { ...value(snapshot), wrong: [...value(snapshot).wrong, [{ ...snapshot, unknwon: 1 }, /unknwon/]] },
    keep,
  ],
  'simulator.sessions.create': [value('new', '!'), session],
  'simulator.sessions.delete': [id],
  'simulator.sessions.get': [id],
  'simulator.sessions.open': [value('own', '!')],
  'simulator.setChaos': [chaos],
  'simulator.snapshot': [atRequest],
  'simulator.use': [{ ...value(undefined), isOptional: true }],
  'client.ask': [question],
  'client.assume': [assumptions],
  'client.chaos.set': [chaos],
  'client.clock.advance': [value(1000, 'x')],
  'client.clock.set': [value('2026-03-02T09:00:00Z')],
  'client.clock.timeline': [optional(fields({ limit: 'x' }))],
  'client.createLink': [optional(fields<client.CreateLinkOptions>({ ...link, expires: 7 }))],
  'client.db.*.count': [countOf],
  'client.db.*.create': [optional(record)],
  'client.db.*.delete': [id],
  'client.db.*.get': [id],
  'client.db.*.list': [list],
  'client.db.*.page': [optional(fields<client.RecordPageOptions>({ offset: 'x', limit: 'x', ids: 7, where: 7 }))],
  'client.db.*.update': [id, record],
  'client.events': [
    value(() => undefined),
    optional(fields<client.FrameOptions>({ frame: 'x', entries: 'x', after: 7, onEnd: 7 })),
  ],
  'client.exportScenario': [atRequest],
  'client.faults.add': [fault],
  'client.faults.matches': [fault],
  'client.faults.remove': [id],
  'client.load': [optional(scenario), keep],
  'client.requests.count': [counts],
  'client.requests.counts': [counts],
  'client.requests.get': [value(1, 'x'), optional(fields<client.GetRequestOptions>({ decided: 'yes' }))],
  'client.requests.list': [requests],
  'client.requests.toHar': [requests],
  'client.requests.waitFor': wait,
  'client.reset': [keep],
  'client.session': [value('own')],
  'client.sessions.list': [optional(fields({ limit: 'x', after: undefined }))],
  'client.sessions.create': [
    optional(fields<client.RemoteSessionOptions>({ ...sessionFields, name: 7, from: 7, request: 'x' })),
  ],
  'client.sessions.delete': [id],
  'client.sessions.get': [id],
  'client.settings.change': [settings],
  'client.snapshots.delete': [id],
  'client.snapshots.get': [id],
  'client.snapshots.put': [value('own'), { ...value(snapshot), wrong: [[{ ...snapshot, unknwon: 1 }, /unknwon/]] }],
  'client.snapshots.restore': [value('unknown'), keep],
  'client.snapshots.take': [optional(value('own')), atRequest],
  'client.totals': [value('deployments'), optional(fields({ per: 7 }))],
  'coverage.write': [value('coverage.json')],
}

/** Lists the methods of a client whose requests have neither a query nor a body. */
function listPlain(place: string, calls: object): string[] {
  const isPlain = (call: remote.Call) =>
    typeof call === 'string' ? /^GET [^{]*$/.test(call) : call.takes?.length === 0
  return Object.entries<remote.Call>({ ...calls }).flatMap(([name, call]) =>
    isPlain(call) ? [`${place}.${name}`] : [],
  )
}

/** The functions without parameters. */
export const WITHOUT_PARAMETERS: readonly string[] = [
  'simulator.clock.freeze',
  'simulator.clock.isFrozen',
  'simulator.clock.next',
  'simulator.clock.now',
  'simulator.clock.run',
  'simulator.close',
  'simulator.faults.clear',
  'simulator.faults.list',
  'simulator.faults.uses',
  'simulator.listen',
  'simulator.memory',
  'simulator.requests.clear',
  'simulator.sessions.list',
  'simulator.verify',
  'coverage.report',
  'coverage.stop',
  'coverage.usage',
  'server.close',
  ...listPlain('client', remote.ownCalls),
  ...Object.entries(remote.CALLS).flatMap(([part, calls]) => listPlain(`client.${part}`, calls)),
]

/** The functions that are not checked, with the reason. */
export const EXCEPTIONS: readonly (readonly [name: RegExp, reason: string])[] = [
  [
    /^deploymock\/(?:vitest|playwright)\.(?:test|expect)$/,
    'The test runner calls it, and setupSimulator checks its options.',
  ],
  [
    /^deploymock\/engine(?:\/fetch)?\.(?:defineApi|createSimulator)$/,
    'test/rest/declarations.test.ts walks all that can be declared, and createSimulator has the options of the others.',
  ],
  [/^deploymock\/playwright\.testOf$/, 'It only adds types. The fixtures check the service.'],
  [/^simulator\.fetch$/, 'It has the parameters of the global fetch, which rejects what is wrong.'],
  [/^deploymock(?:\/fetch)?\.register\./, 'The register is data. Only the simulator calls what describes its values.'],
  [/^simulator\.(?:service\.|contract\.|contractOf$|retire$|overridesOf$|overrides\.)/, 'Only adapters call it.'],
  [
    /^simulator\.(?:describe|countTotals|readRecords|inquire|findDeciding|bytes|end|handle|noteArrival|store|readMoment|hasChanged|findChange|momentOf|moveClock|follow|goOn|readOpening|noteOpening|readOutline|readState)$/,
    'The type does not declare it.',
  ],
  [/^simulator\.events\.(?:count|observe|emit\w*)$/, 'The type does not declare it.'],
]
