import { expect, test } from 'vitest'
import { type SimulatorOptions, simulatorOptionsOf } from '../../src/engine/simulator/simulator-options.ts'
import { defineServeCommand } from '../../src/programs/cli/commands/serve-command.ts'
import type { Io } from '../../src/programs/cli/io.ts'
import type { FileOfAssumptions, OfService } from '../../src/programs/cli/options/options.ts'
import {
  NOT_GIVEN_TO_SERVER,
  NOT_GIVEN_TO_SIMULATOR,
  type ServeCommandOptions,
} from '../../src/programs/cli/serve-options.ts'
import { SERVE_OPTIONS, type ServeOptions } from '../../src/server/serve.ts'
import { service } from '../../src/service/service.ts'

type Given =
  | Exclude<keyof ServeOptions, (typeof NOT_GIVEN_TO_SERVER)[number]>
  | Exclude<keyof SimulatorOptions, (typeof NOT_GIVEN_TO_SIMULATOR)[number]>
type Derived = keyof OfService | keyof FileOfAssumptions | 'hidesToken'

/** The flags that are not given to the simulator or the server as they are. Files are read before the command runs. */
const own: Readonly<Record<Exclude<keyof ServeCommandOptions, Given | Derived> | 'service' | 'assumptions', true>> = {
  allowHost: true,
  allowOrigin: true,
  assume: true,
  assumptions: true,
  exportOnExit: true,
  freezeClock: true,
  har: true,
  import: true,
  log: true,
  open: true,
  otlp: true,
  preset: true,
  scenario: true,
  seed: true,
  service: true,
  tlsCert: true,
  tlsKey: true,
  tokenFile: true,
  vary: true,
  varyExcept: true,
  varyOnly: true,
  watch: true,
}

test('serve has a flag for each option that it can be given, and reads each of its flags', () => {
  const flags = defineServeCommand({} as Io, service).options.map((option) => option.attributeName())
  const without = (names: object, others: readonly string[]) =>
    Object.keys(names).filter((name) => !others.includes(name))
  const given = [
    ...without(SERVE_OPTIONS, NOT_GIVEN_TO_SERVER),
    ...without(simulatorOptionsOf(service), NOT_GIVEN_TO_SIMULATOR),
  ]
  const advice =
    'Add a flag to src/programs/cli/commands/serve-command.ts, or name what nobody gives or what is its own in serve-options.ts.'
  expect(new Set(flags), advice).toEqual(new Set([...Object.keys(own), ...given]))
})
