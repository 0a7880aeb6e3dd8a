import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'

const files = { '/': ['index.html', 'text/html'], '/main.js': ['main.js', 'text/javascript'] }

// Stands in for the development server of a front end.
createServer(async (request, response) => {
  const [name, type] = files[request.url] ?? []
  if (name === undefined) return response.writeHead(404).end()
  const content = await readFile(new URL(`site/${name}`, import.meta.url))
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(content)
}).listen(Number(process.argv[2]))
