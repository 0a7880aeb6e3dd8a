// Writes a scenario as the text of a file.

import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { assertChoice, assertValue } from '../../../engine/input/options/known-options.ts'
import { MEGABYTE } from '../../../engine/limits/byte-budget.ts'
import { defineScenario, type Scenario, scenarioSchemaOf } from '../../../engine/scenario/scenario.ts'
import type { ServiceDeclarations } from '../../../engine/scenario/service.ts'
import type { Format } from '../read/source.ts'
import { MOST_MEGABYTES } from '../read/source-file.ts'

const SCHEMA = 'dist/scenario.schema.json'

/**
 * Finds the JSON Schema of scenarios for a file: that of the package in its project, as a path relative to the file's
 * folder, because editors resolve it from there. Returns undefined if the package is not installed in the project.
 */
export function findSchema(file = 'here.yaml'): string | undefined {
  const start = dirname(resolve(file))
  for (let folder = start; ; folder = dirname(folder)) {
    const found = [join(folder, 'node_modules/deploymock', SCHEMA), join(folder, SCHEMA)].find(existsSync)
    const path = found && relative(start, found).replaceAll(sep, '/')
    if (path !== undefined) return path.startsWith('.') ? path : `./${path}`
    if (folder === dirname(folder)) return undefined
  }
}

/**
 * Returns the text of a scenario file of a service.
 *
 * @throws if the scenario is invalid, and if the format is unknown
 */
export async function writeScenarioOf(
  declared: ServiceDeclarations,
  scenario: Scenario,
  format: Format,
  schema?: string,
): Promise<string> {
  const defined = defineScenario(declared, scenario)
  assertChoice('write the scenario', 'format', format, ['yaml', 'json'])
  if (schema !== undefined) assertValue('write the scenario', 'schema', schema, 'text')
  const fields = Object.keys(scenarioSchemaOf(declared).shape)
    .map((name) => [name, Reflect.get(defined, name)] as const)
    .filter(([, value]) => value !== undefined)
  const written = Object.fromEntries(fields)
  if (format === 'json') return writeJson({ ...(schema && { $schema: schema }), ...written })
  const { stringify } = await import('yaml')
  const text = stringify(written, {
    lineWidth: 100,
    // Writes equal objects in full instead of using aliases.
    aliasDuplicateObjects: false,
    // Quotes text that older YAML parsers would read as a date, a number or a boolean.
    compat: 'yaml-1.1',
  })
  return schema === undefined ? text : `# yaml-language-server: $schema=${schema}\n${text}`
}

// A file that can be read must not become too large because of its spaces.
function writeJson(value: object): string {
  const text = `${JSON.stringify(value, undefined, 2)}\n`
  return Buffer.byteLength(text) > MOST_MEGABYTES * MEGABYTE ? `${JSON.stringify(value)}\n` : text
}
