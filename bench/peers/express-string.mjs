import { readFileSync } from 'node:fs'
import express from 'express'

// The obvious solution: a prepared string, and Express does the rest.
const [port, ...files] = process.argv.slice(2)
const [page, hundred] = files.map((file) => readFileSync(file, 'utf8'))
const app = express().disable('x-powered-by').disable('etag')
app.get('/v2/deployments', ({ url }, response) => {
  response.type('json').send(url.endsWith('limit=100') ? hundred : page)
})
app.listen(Number(port), '127.0.0.1')
