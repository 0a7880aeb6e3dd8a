import { expect } from 'vitest'
import { connect } from '../../src/entries/client/index.ts'
import { test } from '../support/control-test.ts'

test('the page with the document of the service loads only files that the server has', async ({ start }) => {
  const { server } = await start()
  const response = await fetch(`${server.url}/_simulator/docs`)
  const page = await response.text()
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const links = [...page.matchAll(/(?:src|href|content)="(\/[^"]*)"/g)].map(([, link = '']) => link)
  expect(links.length).toBe(6)
  for (const link of links) expect([link, (await fetch(server.url + link)).status]).toEqual([link, 200])
  expect(page).not.toMatch(/https?:/)
})

test('the page with the document of the service runs no script within the page', async ({ start }) => {
  const { server } = await start()
  const response = await fetch(`${server.url}/_simulator/docs`)
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
  expect(policy).not.toContain('unsafe')
  expect(await response.text()).not.toMatch(/<script(?! src="[^"]+"><\/script>)|<style| style=| on\w+=/)
})

test('the page with the document of the service shows the document of its session', async ({ start }) => {
  const { server, remote } = await start()
  await remote.sessions.create({ name: 'mine', assumptions: { creation: 'absent' } })
  const page = await (await fetch(`${server.url}/_s/mine/_simulator/docs`)).text()
  expect(page).toContain('content="/_s/mine/_simulator"')
  expect(page).toContain('href="/_s/mine/_simulator/docs?document=control"')
  const document = await connect(server.url, { session: 'mine' }).openapi()
  expect(document).toMatchObject({ servers: [{ url: '/_s/mine' }] })
  expect(document['x-assumption']).toContain('creation=absent')
})

test('the page with the document of the service is guarded like the rest of the control API', async ({ start }) => {
  const { server } = await start({ server: { token: 'open-sesame' } })
  for (const path of ['/docs', '/docs/swagger-ui.css', '/service/openapi.json']) {
    const refused = await fetch(`${server.url}/_simulator${path}`)
    expect([refused.status, await refused.json()]).toEqual([401, { error: expect.anything() }])
    const headers = { authorization: 'Bearer open-sesame' }
    expect((await fetch(`${server.url}/_simulator${path}`, { headers })).status).toBe(200)
  }
})

test.for([
  ['POST', '/docs', 405],
  ['HEAD', '/docs', 200],
  ['GET', '/docs/', 200],
  ['GET', '/docs/nope.js', 404],
  ['GET', '/docs/..%2f..%2fpackage.json', 404],
  ['GET', '/docs/start.js/more', 404],
] as const)(
  'the page with the document of the service answers %s %s with %d',
  async ([method, path, status], { start }) => {
    const { server } = await start()
    expect((await fetch(`${server.url}/_simulator${path}`, { method })).status).toBe(status)
  },
)
