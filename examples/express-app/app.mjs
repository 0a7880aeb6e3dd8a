import { createApp } from 'deploymock/server'
import express from 'express'

/** An app with the service beside a dashboard's own route. */
export function createDashboard(simulator) {
  const app = express()
  app.use('/platform', createApp(simulator))
  app.get('/summary', async (request, response) => {
    const platform = `http://${request.headers.host}/platform`
    const answer = await fetch(`${platform}/v2/deployments?status=READY&limit=5`)
    if (!answer.ok) return response.status(502).json({ error: `The platform answered ${answer.status}.` })
    const { resources } = await answer.json()
    response.json({ ready: resources.map(({ name }) => name) })
  })
  return app
}
