import type { OptionNames } from '../../engine/input/options/known-options.ts'
import type { SimulatorOptions } from '../../engine/simulator/simulator-options.ts'
import type { ServeOptions } from '../../server/index.ts'
import type { FileOfAssumptions, OfService } from './options/options.ts'
import type { VaryCommandOptions } from './options/vary-options.ts'
import type { WorldOptions } from './options/world-options.ts'
import type { LOG_FORMATS } from './output/serve-text.ts'

/** The options of a server that the command line has in another form, or not at all. It gives it all others. */
export const NOT_GIVEN_TO_SERVER = ['allowHosts', 'allowOrigins', 'handlers', 'log', 'otlp', 'tls'] as const
/** The same of a simulator. */
export const NOT_GIVEN_TO_SIMULATOR = [
  'scenario',
  'seed',
  'now',
  'preset',
  'assumptions',
  'vary',
  'baseUrl',
  'scenarios',
  'clock',
  'controlApi',
] as const

type GivenToServer = Omit<ServeOptions, (typeof NOT_GIVEN_TO_SERVER)[number]>
type GivenToSimulator = Omit<SimulatorOptions, (typeof NOT_GIVEN_TO_SIMULATOR)[number]>

/** What `deploymock serve` was called with. */
export interface ServeCommandOptions
  extends WorldOptions,
    VaryCommandOptions,
    FileOfAssumptions,
    OfService,
    GivenToServer,
    GivenToSimulator {
  tlsCert?: string
  tlsKey?: string
  watch?: boolean
  import?: string
  exportOnExit?: string
  har?: string
  otlp?: string
  log: keyof typeof LOG_FORMATS
  open?: boolean
  tokenFile?: string
  /** Whether the token must not be printed, because whoever set it has kept it out of the arguments. */
  hidesToken?: boolean
  allowOrigin: readonly string[]
  allowHost: readonly string[]
  freezeClock?: boolean
}

/** Picks the options that something takes as they are: all that it has, except some. */
export function pickGiven(options: ServeCommandOptions, names: OptionNames<object>, except: readonly string[]): object {
  const given = Object.keys(names).filter((name) => !except.includes(name))
  return Object.fromEntries(given.map((name) => [name, Reflect.get(options, name)]))
}
