// Writes a scenario as the text of a file.

import { assertChoice, assertValue } from '../../engine/input/options/known-options.ts'
import { type Scenario, scenarioSchemaOf } from '../../engine/scenario/scenario.ts'
import { defineScenario } from '../../service/define-scenario.ts'
import { service } from '../../service/service.ts'
import type { Format } from '../read/source.ts'

/** The path of the JSON Schema of scenarios in a project that has installed the package. */
export const INSTALLED_SCHEMA = './node_modules/deploymock/dist/scenario.schema.json'

/**
 * Returns the text of a scenario file. `readScenarioFile` reads it as the same scenario.
 *
 * @throws if the scenario is invalid, and if the format is unknown
 * @param schema the path of the JSON Schema for editors, relative to the file's folder
 */
export async function writeScenario(scenario: Scenario, format: Format, schema = INSTALLED_SCHEMA): Promise<string> {
  const defined = defineScenario(scenario)
  assertChoice('write the scenario', 'format', format, ['yaml', 'json'])
  assertValue('write the scenario', 'schema', schema, 'text')
  const fields = Object.keys(scenarioSchemaOf(service).shape)
    .map((name) => [name, Reflect.get(defined, name)] as const)
    .filter(([, value]) => value !== undefined)
  const written = Object.fromEntries(fields)
  if (format === 'json') return `${JSON.stringify({ $schema: schema, ...written }, undefined, 2)}\n`
  const { stringify } = await import('yaml')
  const text = stringify(written, {
    lineWidth: 100,
    // Writes equal objects in full instead of using aliases.
    aliasDuplicateObjects: false,
    // Quotes text that older YAML parsers would read as a date, a number or a boolean.
    compat: 'yaml-1.1',
  })
  return `# yaml-language-server: $schema=${schema}\n${text}`
}
