import { expect, test } from 'vitest'
import { findProxy } from '../../../src/programs/real-service/reader/proxy.ts'

const proxy = 'http://proxy.test:8080'

test.for([
  ['https://api.test', { HTTPS_PROXY: proxy }, proxy],
  ['https://api.test', { https_proxy: `${proxy}/`, HTTPS_PROXY: 'http://other.test' }, proxy],
  ['https://api.test', { https_proxy: '', HTTPS_PROXY: proxy }, undefined],
  ['https://api.test', { HTTP_PROXY: proxy }, undefined],
  ['http://api.test', { HTTP_PROXY: 'proxy.test:8080' }, proxy],
  ['http://api.test', { http_proxy: 'https://proxy.test' }, 'https://proxy.test'],
  ['http://api.test', {}, undefined],
  ['http://localhost:4010', { HTTP_PROXY: proxy }, undefined],
  ['http://127.0.0.1:4010', { HTTP_PROXY: proxy }, undefined],
  ['http://[::1]:4010', { HTTP_PROXY: proxy }, undefined],
] as const)('to %s with %j, requests go through %j', ([url, environment, expected]) => {
  expect(findProxy(url, environment)?.url).toBe(expected)
})

test.for([
  ['*', true],
  ['api.test', true],
  ['other.test, API.test', true],
  ['other.test api.test', true],
  ['test', true],
  ['.test', true],
  ['*.test', true],
  ['api.test:443', true],
  ['api.test:8443', false],
  ['pi.test', false],
  ['www.api.test', false],
  ['other.test', false],
  ['', false],
] as const)('with NO_PROXY=%j, a host is left out: %j', ([excluded, isLeftOut]) => {
  for (const name of ['NO_PROXY', 'no_proxy']) {
    expect(findProxy('https://api.test', { HTTPS_PROXY: proxy, [name]: excluded }) === undefined).toBe(isLeftOut)
  }
})

test('addresses can be left out, too', () => {
  const environment = { HTTP_PROXY: proxy, NO_PROXY: '10.0.0.1,fd00::1' }
  expect(findProxy('http://10.0.0.1', environment)).toBeUndefined()
  expect(findProxy('http://[fd00::1]:4010', environment)).toBeUndefined()
  expect(findProxy('http://10.0.0.2', environment)).toBeDefined()
})

test('the credentials of a proxy are decoded, and are not part of its URL', () => {
  const found = findProxy('https://api.test', { HTTPS_PROXY: 'http://me:p%40ss%@proxy.test:8080' })
  expect(found).toEqual({
    url: proxy,
    variable: 'HTTPS_PROXY',
    authorization: `Basic ${Buffer.from('me:p%40ss%').toString('base64')}`,
  })
  const { authorization = '' } = findProxy('https://api.test', { HTTPS_PROXY: 'http://me:p%40ss@proxy.test' }) ?? {}
  expect(Buffer.from(authorization.slice('Basic '.length), 'base64').toString()).toBe('me:p@ss')
})

test.for(['socks5://me:secret@proxy.test', 'http://me:secret@', 'me:secret@proxy:port'])(
  'a proxy %j is an error that does not repeat it',
  (value) => {
    const find = () => findProxy('https://api.test', { HTTPS_PROXY: value })
    expect(find).toThrow(/^Failed to use the proxy that HTTPS_PROXY names: its value is not the URL of an HTTP proxy\./)
    expect(find).not.toThrow(/secret/)
  },
)
