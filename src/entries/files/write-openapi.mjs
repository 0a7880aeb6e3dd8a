// Writes the OpenAPI document of the service into the built package.

import { writeFile } from 'node:fs/promises'
import { createSimulator } from '../../../build/src/engine/simulator/simulator.js'
import { service } from '../../../build/src/service/service.js'

const document = await createSimulator(service, { preset: 'spec' }).openapi({ server: 'http://127.0.0.1:4010' })
await writeFile('dist/openapi.json', `${JSON.stringify(document)}\n`)
