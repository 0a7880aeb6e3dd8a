import type { SimulatorOptions } from '../../engine/simulator/simulator-options.ts'
import type { ServeOptions } from '../../server/index.ts'
import type { FileOfAssumptions, OfService } from './options/options.ts'
import type { VaryCommandOptions } from './options/vary-options.ts'
import type { WorldOptions } from './options/world-options.ts'
import type { LOG_FORMATS } from './output/serve-text.ts'

/** The options that the server takes as they are. */
type GivenToServer = Omit<ServeOptions, 'allowHosts' | 'allowOrigins' | 'handlers' | 'log' | 'otlp' | 'tls'>
/** The options that the simulator takes as they are. */
type GivenToSimulator = Pick<SimulatorOptions, 'explain' | 'journalSize' | 'memory' | 'speed' | 'strict'>

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
  sessionMinutes?: number
  log: keyof typeof LOG_FORMATS
  open?: boolean
  tokenFile?: string
  /** Whether the token must not be printed, because whoever set it has kept it out of the arguments. */
  hidesToken?: boolean
  allowOrigin: readonly string[]
  allowHost: readonly string[]
  freezeClock?: boolean
  chaos?: string
}
