import { expect } from '@playwright/test'
import { createSimulator } from '../../src/index.ts'
import type { Sent } from '../support/adapters.ts'
import { listVectors, routingVectors } from '../support/vectors.ts'
import { isListed, test, toWorkerUrl } from './support/test.ts'

const ORIGIN = 'http://api.test'

interface Row extends Sent {
  target: string
}

const rows: Row[] = [
  ...[...listVectors, ...routingVectors].map(({ target, method, headers = {}, body = '' }) => ({
    target,
    method,
    headers,
    body,
  })),
  { target: '/v2/deployments?limit=100', method: 'GET' },
  { target: '/v2/auth/providers', method: 'HEAD' },
  { target: '/v2/deployments', method: 'POST', body: '{"name":"checkout"}', headers: { 'content-type': 'text/plain' } },
  { target: '/v2/deployments/?limit=1', method: 'GET' },
]

/** Sends requests one after the other with the given `fetch`. */
async function sendAll([origin, requests]: readonly [string, readonly Row[]], send = fetch) {
  const answers = []
  for (const { target, method = 'GET', headers = {}, body = '' } of requests) {
    const sent = { method, headers, ...(body === '' ? {} : { body }) }
    const answer = await send(`${origin}${target}`, sent).catch((error: unknown) => String(error))
    answers.push(
      typeof answer === 'string'
        ? `${method} ${target}: ${answer}`
        : [
            `${method} ${target}: ${answer.status} ${answer.headers.get('content-type')} ${answer.headers.get('allow')}`,
            await answer.text(),
          ],
    )
  }
  return answers
}

test('a page gets the same responses as the simulator alone, byte for byte', async ({ page, site }) => {
  const options = { scenario: 'default', baseUrl: ORIGIN, clock: 'frozen' } as const
  await page.goto(`${toWorkerUrl(site, options)}&api=${ORIGIN}`)
  await isListed(page)

  const answers = await page.evaluate(sendAll, [ORIGIN, rows] as const)
  expect(answers).toEqual(await sendAll([ORIGIN, rows], createSimulator(options).fetch))
})

test('a page can use the control API of its simulator', async ({ page, site }) => {
  await page.goto(`${toWorkerUrl(site, { baseUrl: ORIGIN })}&api=${ORIGIN}`)
  await isListed(page)
  const statuses = await page.evaluate(async (origin) => {
    const reset = await fetch(`${origin}/_simulator/reset`, { method: 'POST' })
    const state = await fetch(`${origin}/_simulator`, { credentials: 'omit' })
    return [reset.status, state.status]
  }, ORIGIN)
  expect(statuses).toEqual([200, 200])
})
