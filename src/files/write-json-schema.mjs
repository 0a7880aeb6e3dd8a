import { writeFile } from 'node:fs/promises'
import { buildScenarioJsonSchema } from '../../dist/src/files/json-schema.js'

// Editors find it beside the built package.
await writeFile('dist/scenario.schema.json', `${JSON.stringify(buildScenarioJsonSchema())}\n`)
