import { type Scenario, scenarioSchema } from '../core/scenario.ts'
import type { Format } from './source.ts'

/** Where the JSON Schema of scenarios is for who has installed the package. */
export const INSTALLED_SCHEMA = './node_modules/deploymock/dist/scenario.schema.json'

/**
 * Writes a scenario as the text of a file that `readScenarioFile` reads as the same scenario.
 *
 * @param schema where editors find the JSON Schema, from the file's folder
 */
export async function writeScenario(scenario: Scenario, format: Format, schema = INSTALLED_SCHEMA): Promise<string> {
  const fields = Object.keys(scenarioSchema.shape)
    .map((name) => [name, Reflect.get(scenario, name)] as const)
    .filter(([, value]) => value !== undefined)
  const written = Object.fromEntries(fields)
  if (format === 'json') return `${JSON.stringify({ $schema: schema, ...written }, undefined, 2)}\n`
  const { stringify } = await import('yaml')
  const text = stringify(written, {
    lineWidth: 100,
    // What is alike need not be one.
    aliasDuplicateObjects: false,
    // Quotes what readers of older YAML would take for a date, a number or a boolean.
    compat: 'yaml-1.1',
  })
  return `# yaml-language-server: $schema=${schema}\n${text}`
}
