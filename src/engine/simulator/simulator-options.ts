// The options of a simulator, with their defaults.

import type { AssumptionOverrides } from '../define/assumptions/assumptions.ts'
import type { ChaosInput } from '../faults/chaos/chaos-input.ts'
import { assertChoice, type OptionNames } from '../input/options/known-options.ts'
import { readSpeed, type SpeedInput } from '../input/options/speed.ts'
import { MINUTE, readDuration, type WrittenDuration } from '../input/options/written-duration.ts'
import { MEGABYTE } from '../limits/byte-budget.ts'
import type { ScenarioInput } from '../scenario/scenario.ts'
import type { Service, ServiceDeclarations } from '../scenario/service.ts'
import type { SettingsTypes } from '../sessions/settings.ts'

/** The types of the options of a simulator. */
export interface OptionTypes extends SettingsTypes {
  readonly ScenarioName: string
  readonly ScenarioInput: ScenarioInput
  readonly AssumptionOverrides: AssumptionOverrides
}

export interface SimulatorOptions<Of extends OptionTypes = OptionTypes> {
  /** The name of a scenario, or your own scenario. Default: `default`. */
  scenario?: Of['ScenarioName'] | Of['ScenarioInput']
  /** The seed that all data is drawn from, a whole number. It replaces the scenario's. */
  seed?: number
  /** The current time of the world. It replaces the scenario's. */
  now?: string | Date
  /** The set of assumptions about what the contract leaves open. It replaces every scenario's. */
  preset?: Of['Preset']
  /** Assumptions that replace the preset's and every scenario's. */
  assumptions?: Of['AssumptionOverrides']
  /**
   * Draws a value for every assumption that nobody has chosen, from this seed. With `only` or `except`,
   * draws some of them. Default: none is drawn.
   */
  vary?: Of['VaryInput']
  /**
   * Whether everything that the contract does not promise is rejected or labelled: an operation outside
   * of the contract gets 501, and every response names the assumptions that it depends on in the header
   * `X-Simulator-Assumptions`. Default: false.
   */
  strict?: boolean
  /** The URL where the client expects the service, or a path on every origin. Default: the root of every origin. */
  baseUrl?: string
  /** Your own scenarios that can be loaded by name, besides those of the package. */
  scenarios?: readonly Of['ScenarioInput'][]
  /**
   * The memory limit in megabytes, for worlds, their changes, and everything that is cached or kept.
   * Default: two fifths of what Node or the browser may use; 4096 if that is unknown.
   */
  memory?: number
  /** How many requests the request log of each session stores, as long as there is memory for them. Default: 1000. */
  journalSize?: number
  /** Whether every response explains itself in the header `X-Simulator-Explanation`. Default: false. */
  explain?: boolean
  /** After how many minutes without a request a session ends, or text such as `'8h'`. Default: 60. */
  sessionMinutes?: WrittenDuration
  /** Whether clocks stand still until they are advanced, or run in real time. Default: `frozen`. */
  clock?: 'frozen' | 'running'
  /**
   * How fast deployments and revisions go through their states: `'60x'` or `60` for sixty times faster
   * than usual, `'instant'` without taking any time. Default: 1.
   */
  speed?: SpeedInput
  /**
   * Random faults, drawn from a seed. They replace every scenario's. `'0.3:4711'` injects faults into
   * 30% of requests, the same ones in every run. Default: none.
   */
  chaos?: ChaosInput
  /**
   * Whether `handlers`, and `fetch` of `deploymock/fetch`, answer `/_simulator` too. A server always does, and
   * protects it. Default: false, because they can be served to a network, where everyone could use it.
   */
  controlApi?: boolean
}

export function simulatorOptionsOf<Of extends { readonly SimulatorOptions: object }>(
  declared: Service<Of>,
): OptionNames<Of['SimulatorOptions']>
export function simulatorOptionsOf({ mainResource }: ServiceDeclarations): OptionNames<SimulatorOptions> {
  return {
    scenario: true,
    seed: 'integer',
    now: true,
    [mainResource]: 'count',
    preset: true,
    assumptions: 'fields',
    vary: true,
    strict: 'flag',
    baseUrl: 'text',
    scenarios: 'list',
    memory: 'megabytes',
    journalSize: 'count',
    explain: 'flag',
    sessionMinutes: true,
    clock: true,
    speed: true,
    chaos: true,
    controlApi: 'flag',
  }
}

const JOURNAL_SIZE = 1000
const SESSION_MINUTES = 60
const MEGABYTES = 4096

/** Converts these options, whose kinds are right, to the units of the engine. @throws OptionError for an invalid one */
export function readSettings({
  memory = MEGABYTES,
  journalSize = JOURNAL_SIZE,
  explain = false,
  strict = false,
  sessionMinutes = SESSION_MINUTES,
  clock = 'frozen',
  speed = 1,
}: SimulatorOptions) {
  return {
    memoryBytes: memory * MEGABYTE,
    journalSize,
    explains: explain,
    isStrict: strict,
    clocksRun: parseClock(clock),
    speed: readSpeed(speed),
    idleMilliseconds: readDuration('create the simulator', sessionMinutes, {
      name: 'sessionMinutes',
      unit: MINUTE,
      least: 1,
    }),
  }
}

function parseClock(clock: NonNullable<SimulatorOptions['clock']>): boolean {
  assertChoice('create the simulator', 'clock', clock, ['frozen', 'running'])
  return clock === 'running'
}
