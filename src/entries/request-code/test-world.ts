import type { ControlSchemas, ControlState, RemoteSimulator } from '../client/index.ts'
import { listWorldSteps, shortenSteps, type WorldStep } from './world-steps.ts'

/** A world as a test creates it. */
export interface TestWorld {
  /** The options of the simulator. Without a file, they name the scenario. */
  readonly options: Readonly<Record<string, unknown>>
  /** The scenario for the file of the test; null if it needs none. */
  readonly file: ExportedScenario | null
  readonly clearsFaults: boolean
  readonly steps: readonly WorldStep[]
  /** What a session on the server begins with to have this world. */
  readonly start: { readonly scenario: ExportedScenario; readonly at: string | undefined }
}

const MOST_STEPS = 5
// The state and the behaviour of a session rather than its scenario.
const STATE_FIELDS = ['preset', 'assumptions', 'faults', 'changes', 'chaos']

/** What a session says about itself and what concerns the request. */
export interface CurrentWorld {
  readonly service: ControlSchemas['service']
  /** The world of the request, or the current one, as the control API exports it. */
  readonly scenario: ExportedScenario
  /** The time of that world; undefined if it is the current one, whose time goes on. */
  readonly at: string | undefined
  /** The assumptions that the response depends on. */
  readonly dependsOn: readonly string[]
  readonly isStrict: boolean
  readonly speed: ControlState['speed']
}

/** Opens a session with a scenario, and ends it with the others later. */
type OpenScratch = (scenario: string | ExportedScenario) => Promise<RemoteSimulator>

/** Lists the worlds that a test can start with, the most likely one first. */
export async function listWorlds(current: CurrentWorld, open: OpenScratch): Promise<readonly TestWorld[]> {
  const { scenario, service } = current
  const base = service.scenarios.includes(scenario.name)
    ? await (await open(scenario.name)).exportScenario()
    : undefined
  const start = base === undefined ? undefined : describeStart(current, base)
  if (start === undefined) return [describeFile(current)]
  const changes = listWorldSteps(scenario.changes)
  if (changes.length === 0) return [start]
  if (changes.length > MOST_STEPS) return [describeFile(current), start]
  const steps = await shortenSteps(changes, () => open(start.start.scenario)).catch(() => changes)
  return [{ ...start, steps }, start, describeFile(current)]
}

function describeStart(current: CurrentWorld, base: ExportedScenario): TestWorld | undefined {
  const { scenario, service } = current
  // These are options of their own.
  const optionFields = ['seed', 'now', service.mainResource]
  // Time passes in a session that has just begun, too.
  if (listWorldSteps(base.changes).length > 0 || !isSameBut(base, scenario, [...optionFields, ...STATE_FIELDS]))
    return undefined
  const read = (field: string, of: object = scenario): unknown => Reflect.get(of, field)
  const different = optionFields.filter((field) => !isSame(read(field, base), read(field)))
  // Such an option is a number.
  if (different.includes(service.mainResource) && typeof read(service.mainResource) !== 'number') return undefined
  const { changes, faults, chaos, ...start } = scenario
  return {
    options: {
      ...(base.name !== 'default' && { scenario: base.name }),
      ...Object.fromEntries(different.map((field) => [field, read(field)])),
      ...describeBehaviour(current, base),
    },
    file: null,
    clearsFaults: (base.faults ?? []).length > 0,
    steps: [],
    start: { scenario: start, at: scenario.now },
  }
}

function describeFile(current: CurrentWorld): TestWorld {
  const { faults, chaos, ...scenario } = current.scenario
  return {
    options: describeSettings(current),
    file: scenario,
    clearsFaults: false,
    steps: [],
    start: { scenario, at: current.at },
  }
}

function describeBehaviour(current: CurrentWorld, base: ExportedScenario): object {
  const { scenario, service, dependsOn } = current
  const { preset = service.preset, assumptions = {} } = scenario
  const relevant = Object.entries(assumptions).filter(
    ([id, value]) => dependsOn.includes(id) && Reflect.get(base.assumptions ?? {}, id) !== value,
  )
  return {
    ...(preset !== (base.preset ?? service.preset) && { preset }),
    ...(relevant.length > 0 && { assumptions: Object.fromEntries(relevant) }),
    ...(base.chaos !== undefined && { chaos: 0 }),
    ...describeSettings(current),
  }
}

/** The options that no scenario has. */
function describeSettings({ scenario: { latency }, isStrict, speed }: CurrentWorld): Readonly<Record<string, unknown>> {
  return {
    ...(isStrict && { strict: true }),
    ...(speed !== 1 && { speed }),
    // With a clock that stands still, a response that takes time would never come.
    ...(latency !== undefined && { clock: 'running' }),
  }
}

function isSameBut(one: object, other: object, fields: readonly string[]): boolean {
  const rest = (value: object) => Object.entries(value).filter(([name]) => !fields.includes(name))
  return isSame(rest(one), rest(other))
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** A scenario as the control API exports it. */
export type ExportedScenario = Awaited<ReturnType<RemoteSimulator['exportScenario']>>

/** What the console has to do with a simulator to write a test. */
export type TestingSimulator = Pick<RemoteSimulator, 'sessions' | 'exportScenario' | 'state'> & {
  schemas(): Promise<Pick<ControlSchemas, 'service'>>
}
