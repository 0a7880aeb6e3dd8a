// What `serve` and `createApp` take first: a simulator, or a service with the options of its simulator.

import { withChaosSeed } from '../chaos-seed.ts'
import { assertSimulator } from '../engine/input/options/assert-simulator.ts'
import { isRecord } from '../engine/input/schemas/schema-walk.ts'
import { assertService, type Service } from '../engine/scenario/service.ts'
import { type AnySimulator, createSimulator, type SimulatorTypes } from '../engine/simulator/simulator.ts'
import { withMemoryLimit } from '../memory-limit.ts'

/** A service of your own, with the options of its simulator. */
export type ServiceOptions<Of extends SimulatorTypes = SimulatorTypes> = Of['SimulatorOptions'] & {
  /** The service, as `deploymock/engine` declares it. */
  readonly service: Service<Of>
}

/**
 * Returns the simulator that was given, or creates the one of a service.
 *
 * @param example a call that works
 * @throws OptionError if it is neither
 */
export function takeSimulator(task: string, given: AnySimulator | ServiceOptions, example: string): AnySimulator {
  if (isRecord(given) && 'service' in given && !('events' in given)) {
    const { service, ...options } = given
    return createSimulator(assertService(task, service), withMemoryLimit(withChaosSeed(options)))
  }
  assertSimulator(task, given, example)
  return given as AnySimulator
}
