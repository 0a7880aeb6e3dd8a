import { createSimulator } from 'deploymock/fetch'
import { Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

let simulator
export const app = new Hono()
app.all('/api/*', async (context) => {
  // Not outside of a handler: a running clock sets timers.
  simulator ??= createSimulator({ baseUrl: '/api', clock: 'running' })
  const viewer = /^[\w.~-]{1,100}$/.exec(getCookie(context, 'viewer') ?? '')?.[0] ?? crypto.randomUUID()
  const headers = new Headers(context.req.raw.headers)
  headers.set('x-simulator-session', viewer)
  context.res = await simulator.fetch(new Request(context.req.raw, { headers }))
  setCookie(context, 'viewer', viewer)
  return context.res
})
