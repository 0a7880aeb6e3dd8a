import { readFileSync } from 'node:fs'
import express from 'express'

// The obvious solution: a prepared string, and Express does the rest.
const [port, bodyFile] = process.argv.slice(2)
const body = readFileSync(bodyFile, 'utf8')
const app = express().disable('x-powered-by').disable('etag')
app.get('/v2/deployments', (_request, response) => {
  response.type('json').send(body)
})
app.listen(Number(port), '127.0.0.1')
