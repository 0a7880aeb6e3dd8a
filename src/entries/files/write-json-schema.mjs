// Writes the JSON Schema into the built package.

import { writeFile } from 'node:fs/promises'
import { buildScenarioJsonSchema } from '../../../build/src/entries/files/json-schema.js'
import { service } from '../../../build/src/service/service.js'

// Editors load the schema from the built package.
await writeFile('dist/scenario.schema.json', `${JSON.stringify(buildScenarioJsonSchema(service))}\n`)
