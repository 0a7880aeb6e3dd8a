// The entry `deploymock/files`.

import { chooseService } from '../../engine/scenario/service.ts'
import type { AnyService, Chosen, TypesOf, WithChosen } from '../../engine/simulator/simulator.ts'
import { service } from '../../service/service.ts'
import type { Scenario, Types } from '../../service/types.ts'
import { type ServiceAssumptions as AssumptionsOf, readAnswers } from './assumptions-file.ts'
import type { Format } from './read/source.ts'
import { readScenario } from './scenario-file.ts'
import { writeScenarioOf } from './write/write-scenario.ts'

/** What is known about a real service. */
export interface ServiceAssumptions extends AssumptionsOf<Types> {}

/** Whose file it is. */
export interface FileOptions<Declared = AnyService> {
  /** The declared service that the file is for. Default: that of the package. */
  service?: Declared
}

type ScenarioFor<Declared> = WithChosen<Declared, Scenario, TypesOf<Declared>['Scenario']>

/**
 * Reads a scenario from a `.yaml`, `.yml` or `.json` file.
 *
 * @throws one error that lists every issue with its line and column
 * @example
 * const simulator = createSimulator({ scenario: await readScenarioFile('demo.yaml') })
 */
export function readScenarioFile<Declared extends Chosen = 'usual'>(
  path: string | URL,
  options?: FileOptions<Declared>,
): Promise<ScenarioFor<Declared>>
export async function readScenarioFile(path: string | URL, options = {}): Promise<object> {
  return readScenario(chooseService('read the scenario', options, service), path)
}

/**
 * Returns the text of a scenario file. `readScenarioFile` reads it as the same scenario.
 *
 * @throws if the scenario is invalid, and if the format is unknown
 * @param schema the path or URL of the JSON Schema, for editors, seen from the file's folder. Default: none
 */
export function writeScenario<Declared extends Chosen = 'usual'>(
  scenario: ScenarioFor<Declared>,
  format: Format,
  schema?: string,
  options?: FileOptions<Declared>,
): Promise<string>
export async function writeScenario(
  scenario: Parameters<typeof writeScenarioOf>[1],
  format: Format,
  schema?: string,
  options = {},
): Promise<string> {
  return writeScenarioOf(chooseService('write the scenario', options, service), scenario, format, schema)
}

/**
 * Reads a file that `deploymock learn` has written.
 *
 * @throws one error that lists every issue with its line and column
 * @example
 * const { preset, assumptions } = await readAssumptionsFile('service.yaml')
 */
export async function readAssumptionsFile(path: string | URL): Promise<ServiceAssumptions> {
  // The schema has validated the values.
  return (await readAnswers(service, path)) as ServiceAssumptions
}

export { FileError, type FileIssue } from './read/file-error.ts'
export type { Format } from './read/source.ts'
