// Learns what a varied service does, and compares that with what it was made to do.

import { namedValues } from '../../src/engine/define/assumptions/assumptions.ts'
import { findExclusion } from '../../src/engine/define/assumptions/exclusions.ts'
import { decodeBody, joinBody } from '../../src/engine/http/body.ts'
import { openDraw } from '../../src/engine/store/random.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { describeOperation } from '../../src/programs/real-service/learn/describe.ts'
import { type Learned, type LearnOptions, learn } from '../../src/programs/real-service/learn/learn.ts'
import { prepare } from '../../src/programs/real-service/learn/prepare.ts'
import { readExamples } from '../../src/programs/real-service/learn/read-examples.ts'
import type { Values } from '../../src/programs/real-service/learn/services.ts'
import { type Answered, createServices, toServiceRequest } from '../../src/programs/real-service/learn/services.ts'
import type { ReadRequest } from '../../src/programs/real-service/reader/messages.ts'
import { createReader, type Reader } from '../../src/programs/real-service/reader/reader.ts'
import { serve } from '../../src/server/index.ts'
import type { AssumptionId } from '../../src/service/assumptions/assumptions.ts'
import type { Preset } from '../../src/service/assumptions/presets.ts'
import { questions } from '../../src/service/assumptions/questions.ts'
import type { ScenarioInput } from '../../src/service/scenario.ts'

/** What was learned about a service. */
export interface Run {
  /** All questions. */
  readonly ids: readonly string[]
  /** The questions that the data can show. */
  readonly shown: readonly string[]
  /** Those of them that were not decided, each with its value and the reason. */
  readonly missed: Readonly<Record<string, string>>
  /** The questions that were decided, each with the operation whose response decided it. */
  readonly decided: Readonly<Record<string, string>>
  /** The values that the service does not have. */
  readonly wrong: readonly string[]
  readonly unexplained: number
  /** How many requests read the records. */
  readonly reading: number
  /** How many requests told values apart. */
  readonly learning: number
  /** The CPU time of learning. */
  readonly milliseconds: number
}

const CREDENTIALS = {
  'x-api-key': 'any',
  authorization: 'Bearer any',
  'x-tenant-id': '00000000-0000-4000-8000-000000000001',
}

/** What a service is like beside its assumptions. */
export interface World {
  /** Default: a random number. */
  readonly deployments?: number
  /** Whether deployments come and go while it is read. */
  readonly isChanging?: boolean
  /** Whether it has internal errors now and then. */
  readonly isFailing?: boolean
}

/** Serves a random world with random assumptions, and learns what it does. */
export async function learnSeed(
  seed: number,
  preset: Preset,
  { deployments, isChanging = false, isFailing = false }: World = {},
): Promise<Run> {
  const scenario = { ...drawScenario(seed), ...(deployments === undefined ? {} : { deployments }) }
  const simulator = createSimulator({ preset, vary: seed, scenario })
  const server = await serve(simulator, { port: 0 })
  const plain = createReader(server.url, { rate: 100_000, headers: CREDENTIALS })
  const failing = isFailing ? failSometimes(plain, seed) : plain
  const reader = isChanging ? changeMeanwhile(failing, simulator, seed) : failing
  const records = await readExamples(reader, { preset })
  const reading = reader.sent
  const prepared = prepare(reader, records)
  const before = process.cpuUsage()
  const learned = await learn(reader, prepared)
  const { assumptions, undecided, unexplained } = learned
  const { user, system } = process.cpuUsage(before)
  const learning = reader.sent - reading
  await server.close()
  const actual = simulator.assumptions as Values
  const shown = await listShown(scenario, actual, prepared)
  return {
    ids: Object.keys(actual),
    shown,
    decided: describeDecided(learned),
    missed: Object.fromEntries(
      shown
        .filter((id) => assumptions[id] === undefined)
        .map((id) => [id, `${actual[id]} (${undecided[id]?.because})`]),
    ),
    wrong: (Object.entries(assumptions) as [AssumptionId, string][])
      .filter(([id, value]) => actual[id] !== value)
      .map(([id, value]) => `${id}=${value} instead of ${actual[id]}`),
    unexplained: unexplained.length,
    reading,
    learning,
    milliseconds: (user + system) / 1000,
  }
}

/** Says by which operation each question was decided. Some follow from the records. */
export function describeDecided({ assumptions, evidence }: Learned): Readonly<Record<string, string>> {
  const ids = Object.keys(assumptions)
  return Object.fromEntries(
    ids.map((id) => [id, evidence[id] === undefined ? 'the records' : describeOperation(evidence[id].request, true)]),
  )
}

// One request in this many finds other records.
const CHANGES_AFTER = 6

/** A reader of a service whose deployments come and go. */
function changeMeanwhile(reader: Reader, { db }: Simulator, seed: number): Reader {
  const draw = openDraw(seed, 'bench/learn', 0, 'changes')
  const change = () => {
    const listed = db.deployments.list()
    const old = listed[draw.integer(0, listed.length - 1)]
    if (old !== undefined && draw.integer(0, 1) === 0) db.deployments.delete(old.id)
    else db.deployments.create()
  }
  return replaceRead(reader, (request) => {
    if (draw.integer(1, CHANGES_AFTER) === 1) change()
    return reader.read(request)
  })
}

// One request in this many fails. It is sent again, and then fails as often.
const FAILS_AFTER = 4

function failSometimes(reader: Reader, seed: number): Reader {
  const draw = openDraw(seed, 'bench/learn', 0, 'failures')
  return replaceRead(reader, async (request) => {
    const reply = await reader.read(request)
    return draw.integer(1, FAILS_AFTER) === 1
      ? { status: 500, headers: [['content-type', 'text/plain']], body: 'Internal Server Error' }
      : reply
  })
}

function replaceRead(reader: Reader, read: Reader['read']): Reader {
  return {
    url: reader.url,
    ...(reader.credentials === undefined ? {} : { credentials: reader.credentials }),
    get sent() {
      return reader.sent
    },
    read,
  }
}

/** Draws what a service has. */
export function drawScenario(seed: number) {
  const draw = openDraw(seed, 'bench/learn', 0, 'world')
  const repositories = () => draw.integer(5, 20)
  return {
    name: 'learned',
    seed,
    now: '2026-03-02T09:00:00Z',
    providers: draw.integer(1, 12),
    integrations: [
      { kind: 'standard' as const, name: 'one', repositories: repositories() },
      { kind: 'alternate' as const, name: 'two', repositories: repositories() },
    ],
    deployments: draw.integer(15, 60),
  }
}

/**
 * Lists the questions of which the bytes of some response tell every other value, whether or not `learn` looks at what
 * differs. The service with the other value has the world of the real one.
 */
async function listShown(
  scenario: ScenarioInput,
  actual: Values,
  options: LearnOptions,
): Promise<readonly AssumptionId[]> {
  const { allows, ask } = createServices(scenario)
  // A limit would apply to these requests, too.
  const values: Values = { ...actual, rateLimit: 'none' }
  // The document of a service describes what every question decides, but does not do it.
  const requests = [...options.candidates, ...listUsual(options.candidates)].filter(
    ({ path }) => !path.endsWith('/openapi.json'),
  )
  const asked = requests.map((request) => toServiceRequest(request, options.credentials ?? {}))
  const usual = await Promise.all(asked.map((request) => ask(values, request)))

  const isTold = async (id: AssumptionId, value: string): Promise<boolean> => {
    const changed: Values = { ...values, [id]: value }
    // Together, values that exclude each other make no difference.
    if (findExclusion(questions, changed as never)?.some((each) => each.id === id)) return false
    if (!allows(changed)) return false
    for (const [place, request] of asked.entries()) {
      const before = usual[place]
      if (!before?.dependsOn.includes(id) && !OF_WORLDS.has(id)) continue
      const after = await ask(changed, request)
      if (before !== undefined && after !== undefined && writeBytes(before) !== writeBytes(after)) return true
    }
    return false
  }

  const shown: AssumptionId[] = []
  for (const id of Object.keys(actual) as AssumptionId[]) {
    const told: boolean[] = []
    for (const value of namedValues(questions.register[id])) {
      if (value !== values[id]) told.push(await isTold(id, value))
      if (told.includes(false)) break
    }
    if (told.length > 0 && !told.includes(false)) shown.push(id)
  }
  return shown
}

// They decide what the records are, before anything is asked.
const OF_WORLDS: ReadonlySet<AssumptionId> = new Set(['freeFormObjects', 'nullableFields', 'statusValues'])
const OF_THE_MOMENT = /\b\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)?|\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi

/** Writes a response, with the form of each time, and without its value or those of ids. */
function writeBytes({ response: { status, headers, body } }: Answered): string {
  const text = JSON.stringify([status, headers]) + decodeBody(joinBody(body))
  return text.replace(OF_THE_MOMENT, (each) => each.replace(/[\da-f]/gi, '9'))
}

/** Requests that clients send, which `learn` did not choose: each list in small pages, and parameters in pairs. */
function listUsual(candidates: readonly ReadRequest[]): readonly ReadRequest[] {
  const paths = new Set(candidates.filter(({ method }) => method === 'GET').map(({ path }) => path))
  const queries = [
    'limit=3',
    'limit=3&offset=3',
    'limit=5&offset=1000',
    'order=asc',
    'order=desc&limit=2',
    'level=error',
  ]
  return [...paths].flatMap((path) => queries.map((query): ReadRequest => ({ method: 'GET', path, query })))
}
