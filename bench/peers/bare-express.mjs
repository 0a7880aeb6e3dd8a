import { readFileSync } from 'node:fs'
import express from 'express'

// The least that Express can do: the same bytes from a route.
const [port, ...files] = process.argv.slice(2)
const [page, hundred] = files.map((file) => {
  const body = readFileSync(file)
  return { body, headers: { 'content-type': 'application/json', 'content-length': body.length } }
})
const app = express().disable('x-powered-by')
app.get('/v2/deployments', ({ url }, response) => {
  const { headers, body } = url.endsWith('limit=100') ? hundred : page
  response.writeHead(200, headers).end(body)
})
app.listen(Number(port), '127.0.0.1')
