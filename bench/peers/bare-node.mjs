import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

// The least that a server can do: a constant.
const [port, bodyFile] = process.argv.slice(2)
const body = readFileSync(bodyFile)
const headers = { 'content-type': 'application/json', 'content-length': body.length }
createServer((_request, response) => response.writeHead(200, headers).end(body)).listen(Number(port), '127.0.0.1')
