import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

// The least that a server can do: a constant.
const [port, ...files] = process.argv.slice(2)
const [page, hundred] = files.map((file) => {
  const body = readFileSync(file)
  return { body, headers: { 'content-type': 'application/json', 'content-length': body.length } }
})
createServer(({ url }, response) => {
  const { headers, body } = url.endsWith('limit=100') ? hundred : page
  response.writeHead(200, headers).end(body)
}).listen(Number(port), '127.0.0.1')
