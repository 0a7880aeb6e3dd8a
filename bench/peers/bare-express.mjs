import { readFileSync } from 'node:fs'
import express from 'express'

// The least that Express can do: the same bytes from a route.
const [port, bodyFile] = process.argv.slice(2)
const body = readFileSync(bodyFile)
const headers = { 'content-type': 'application/json', 'content-length': body.length }
const app = express().disable('x-powered-by')
app.get('/v2/deployments', (_request, response) => response.writeHead(200, headers).end(body))
app.listen(Number(port), '127.0.0.1')
