// Serves a plan with node:http or with Express.

import { createServer } from 'node:http'
import { answer } from './service.mjs'

/** Starts a service on a free port of this machine, and returns its URL and how to stop it. */
export async function serve({ framework, plan }, world) {
  const server = createServer(
    { maxHeaderSize: plan.mostHeaders, keepAlive: true },
    await HANDLERS[framework](plan, plan.editWorld(world)),
  )
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const HANDLERS = {
  node: (plan, world) => (request, response) => write(response, answer(plan, world, read(request))),
  async express(plan, world) {
    const { default: express } = await import('express')
    const app = express()
    app.disable('x-powered-by')
    app.use((request, response) => {
      const { status, headers, body } = answer(plan, world, read(request))
      response.status(status).set(headers)
      if (body === undefined) response.end()
      else response.send(Buffer.from(body))
    })
    return app
  },
}

function read({ method, url, headers }) {
  const [path, ...query] = url.split('?')
  return { method, url, path, query: query.join('?'), headers }
}

function write(response, { status, headers, body }) {
  response.writeHead(status, headers)
  response.end(response.req.method === 'HEAD' ? undefined : body)
}
