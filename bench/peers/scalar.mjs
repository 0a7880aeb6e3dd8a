import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { createMockServer } from '@scalar/mock-server'

// Scalar's server responds with the example of a document. It has to be started by its user.
const [port, documentFile] = process.argv.slice(2)
const document = JSON.parse(readFileSync(documentFile, 'utf8'))
const app = await createMockServer({ document, logger: false })
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' })
