import { expect, test } from 'vitest'
import { NOWHERE } from '../../../src/programs/real-service/reader/allowed.ts'
import { createReadBehind } from '../../../src/programs/real-service/reader/front.ts'
import type { ReadRequest } from '../../../src/programs/real-service/reader/messages.ts'
import { createReaderOf, replyWith } from '../../support/simulated-reader.ts'

const FORBIDDEN = replyWith({ message: 'Missing Authentication Token' }, 403)
const get = (path: string, others: Partial<ReadRequest> = {}): ReadRequest => ({ method: 'GET', path, ...others })

const redirect = (location: string) => ({ status: 302, headers: [['location', location] as const], body: '' })

test('a reply is that of a front if a path that no service has gets the same, which is asked once', async () => {
  const reader = createReaderOf(() => FORBIDDEN)
  const read = createReadBehind(reader)
  for (const path of ['/v2/auth/tokens', '/api-host/v2/deployments', '/openapi.json'])
    expect(await read(get(path))).toEqual({ ...FORBIDDEN, isOfFront: true })
  expect(reader.requests.filter((path) => path === NOWHERE)).toHaveLength(1)
})

test.for([
  ['an operation of the contract', get('/v2/deployments')],
  ['another method', { method: 'HEAD', path: '/v2/auth/tokens' }],
  ['a slash at the end', get('/v2/auth/tokens/')],
  ['a request without credentials', get('/v2/auth/tokens', { isAnonymous: true })],
] as const)('%s is not compared with a path that is not there', async ([, request]) => {
  const reader = createReaderOf(() => FORBIDDEN)
  expect(await createReadBehind(reader)(request)).toEqual(FORBIDDEN)
  expect(reader.requests).toHaveLength(1)
})

test.for([
  ['its own words', replyWith({ message: 'You may not read tokens' }, 403)],
  ['a result', replyWith([])],
] as const)('a reply with %s is one of the service', async ([, reply]) => {
  const reader = createReaderOf((_, target) => (target === NOWHERE ? FORBIDDEN : reply))
  expect(await createReadBehind(reader)(get('/v2/auth/tokens'))).toEqual(reply)
})

test('ids and paths that a reply repeats make no difference', async () => {
  const traces = ['4bf92f3577b34da6', '00f067aa0ba902b7']
  const reader = createReaderOf(({ path }) => replyWith({ path, trace: traces.pop() }, 403))
  expect(await createReadBehind(reader)(get('/v2/auth/tokens'))).toHaveProperty('isOfFront')
})

test('a document that is moved is none that is not there', async () => {
  const reader = createReaderOf(() => redirect('https://docs.acme-robotics.test/'))
  const read = createReadBehind(reader)
  expect(await read(get('/v2/auth/tokens'))).toHaveProperty('isOfFront')
  expect(await read(get('/openapi.json'))).not.toHaveProperty('isOfFront')
})

test.for(['/v1/integrations/github/', '/v2/integrations/forge/github/'])(
  'the same reply at %s is that of a front if the other place has the list of an integration',
  async (place) => {
    const other = place.replace(/[12]/, (version) => (version === '1' ? '2' : '1'))
    const reader = createReaderOf(({ path }) => (path === `${other}7/repos` ? replyWith([]) : FORBIDDEN))
    const read = createReadBehind(reader)
    expect(await read(get(`${place}8/repos`))).toEqual(FORBIDDEN)
    for (const id of ['7', '8']) expect(await read(get(`${place}${id}/repos`))).toHaveProperty('isOfFront')
    // The service refuses an integration in the same words.
    expect(await read(get(`${other}8/repos`))).toEqual(FORBIDDEN)
  },
)
