import express from 'express'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { createApp, serve } from '../../src/server/index.ts'
import { isMsw2 } from '../support/msw-version.ts'

test.runIf(isMsw2)('a server of one’s own', async () => {
  // A server in the same process, with an MSW handler that comes first.
  const handlers = [http.get('*/health', () => HttpResponse.json({ ok: true }))]
  const server = await serve(createSimulator({ scenario: 'empty' }), { port: 0, handlers })
  expect(await (await fetch(`${server.url}/health`)).json()).toEqual({ ok: true })
  await server.close()

  // The same in an Express app that is there already.
  const app = express()
  app.use('/platform', createApp(createSimulator({ seed: 7 })))
})
