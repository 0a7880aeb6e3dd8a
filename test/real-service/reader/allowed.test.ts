import { posix } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import { templateOf } from '../../../src/engine/contract/operation/operation.ts'
import { resolveAssumptions } from '../../../src/engine/define/assumptions/assumptions.ts'
import { toPathPattern } from '../../../src/engine/http/route-table.ts'
import { OptionError } from '../../../src/engine/input/options/option-error.ts'
import { findAllowed } from '../../../src/programs/real-service/reader/allowed.ts'
import { createReader, type ReadRequest } from '../../../src/programs/real-service/reader/reader.ts'
import { questions } from '../../../src/service/assumptions/questions.ts'
import { operations } from '../../../src/service/operations.ts'
import { createSkippingClock, test } from '../../support/real-service.ts'
import { runs } from '../../support/scope.ts'

// Written down here once more, so that a wrong decision is noticed.
const NOT_READ: readonly string[] = ['setupOAuthCallback', 'getOAuthCallback', 'waitForAuthCompletion']
const READING = ['GET', 'HEAD', 'OPTIONS']
const METHODS = [...READING, 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'CONNECT', 'get', '']

const templates = (['v1', 'v2'] as const).flatMap((repositoryPaths) => {
  const assumptions = resolveAssumptions(questions, 'langsmith', { repositoryPaths })
  return operations.map((operation) => {
    const template = templateOf(operation, assumptions) ?? ''
    const isRead = operation.method === 'GET' && !NOT_READ.includes(operation.name)
    return { template, isRead, isRefused: NOT_READ.includes(operation.name) }
  })
})
const toPatterns = (found: readonly { template: string }[]) => found.map(({ template }) => toPathPattern(template))
const readPatterns = toPatterns(templates.filter(({ isRead }) => isRead))
const refusedPatterns = toPatterns(templates.filter(({ isRefused }) => isRefused))
const paths = [...new Set(templates.map(({ template }) => template.replace(/\{\w+\}/g, 'abc')))]

/** Whether a path leads to an operation that only reads, however a server reads it. */
function isHarmless(path: string): boolean {
  const decoded = decodeURIComponent(decodeURIComponent(path)).replaceAll('\\', '/')
  const resolved = posix.normalize(decoded.replace(/^\/api-host(?=\/)/, '')).replace(/(?<=.)\/$/, '')
  const matches = (patterns: readonly RegExp[]) => patterns.some((pattern) => pattern.test(resolved))
  return matches(readPatterns) && !matches(refusedPatterns)
}

test('of all operations and methods, only GET, HEAD and OPTIONS of those that only read leave', async ({ service }) => {
  const reader = createReader(service.url, { clock: createSkippingClock(), requests: 100_000 })
  const all = paths.flatMap((path) =>
    ['', '/'].flatMap((end) => METHODS.map((method) => ({ method, path: path + end }))),
  )
  const expected = all.filter(({ method, path }) => READING.includes(method) && isHarmless(path))
  const sent: typeof all = []
  for (const request of all) {
    const outcome = await reader.read(request as ReadRequest).catch((error: unknown) => error)
    if (!(outcome instanceof OptionError)) sent.push(request)
  }
  expect(sent).toEqual(expected)
  expect(service.requests.map(({ method, path }) => ({ method, path }))).toEqual(expected)
  expect(expected.length).toBeGreaterThan(100)
})

const part = fc.constantFrom(
  ...['', '.', '..', '%2e%2e', '.%2E', '..;', '%2e%2e;x', '%252e%252e', '%252f', '%2f', '%5c', '\\', '%0a', ' ', '%20'],
  ...['v1', 'v2', 'api-host', 'auth', 'callback', 'setup', 'wait', 'providers', 'google', 'deployments', 'docs'],
)
const path = fc
  .tuple(fc.constantFrom(...paths), fc.array(fc.tuple(fc.nat(8), fc.nat(1), part), { maxLength: 3 }))
  .map(([start, edits]) => {
    const parts = start.split('/')
    for (const [at, removed, added] of edits) parts.splice(Math.min(at, parts.length), removed, added)
    return `/${parts.join('/')}`.replace(/^\/\//, '/')
  })

test('no spelling of a path gets past the list', async ({ service }) => {
  const reader = createReader(service.url, { clock: createSkippingClock(), requests: 1_000_000 })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...METHODS), path, async (method, path) => {
      const before = service.requests.length
      await reader.read({ method, path } as ReadRequest).catch((error: unknown) => {
        expect(error).toBeInstanceOf(OptionError)
      })
      const arrived = service.requests.slice(before)
      expect(arrived.filter((each) => !READING.includes(each.method) || !isHarmless(each.path))).toEqual([])
    }),
    { numRuns: runs(5000) },
  )
})

test.for([
  [{ method: 'DELETE', path: '/v2/deployments/abc' }, /^Failed to send DELETE \/v2\/deployments\/abc: this method may/],
  [{ method: 'GET', path: '/v2/unknown' }, /no operation that only reads has this path\.$/],
  [{ method: 'GET', path: '/v2/auth/callback/google' }, /this is getOAuthCallback, and it completes or ends the/],
  [{ method: 'HEAD', path: '/v2/auth/wait/abc/' }, /this is waitForAuthCompletion, and it waits for a user/],
  [{ method: 'GET', path: '/v2/deployments?limit=1' }, /servers may read this path in different ways\.$/],
  [{ method: 'GET', path: '/v2/deployments#x' }, /servers may read this path in different ways\.$/],
  [{ method: 'GET', path: '/v2/deployments/%zz' }, /servers may read this path in different ways\.$/],
  [{ method: 'GET', path: 'v2/deployments' }, /servers may read this path in different ways\.$/],
  [{ method: 'GET', path: '.evil.test/v2/deployments' }, /servers may read this path in different ways\.$/],
  [{ method: 'GET', path: '@evil.test/v2/deployments' }, /servers may read this path in different ways\.$/],
  [
    { method: 'GET', path: '/v2/deployments', headers: { 'X-HTTP-Method-Override': 'DELETE' } },
    /the header "X-HTTP-Method-Override" may change what it does\. Allowed: accept, /,
  ],
] as const)('%j is refused before it is sent', async ([request, expected], { service }) => {
  const reader = createReader(service.url)
  await expect(reader.read(request as ReadRequest)).rejects.toThrow(expected)
  expect([reader.sent, service.requests]).toEqual([0, []])
})

test.for([
  ['/v2/deployments', 'listDeployments'],
  ['/v2/deployments/free-count', 'getFreeDeploymentCount'],
  ['/api-host/v2/deployments/abc/', 'getDeployment'],
  ['/v2/integrations/github/abc/repos', 'listRepositories'],
  ['/v1/integrations/forge/github/abc/repos', 'listAlternateRepositories'],
  ['/v2/auth/providers/my%20provider', 'getOAuthProvider'],
  ['/openapi.json', 'getOpenApi'],
] as const)('%s reads %s', ([path, name]) => {
  expect(findAllowed({ method: 'GET', path })).toBe(name)
})
