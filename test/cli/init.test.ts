import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { test } from '../support/folder.ts'
import { runCli } from '../support/run-cli.ts'

const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        responses: {
          200: {
            content: {
              'application/json': {
                schema: { type: 'array', items: { properties: { id: { type: 'integer' }, name: { type: 'string' } } } },
              },
            },
          },
        },
      },
    },
    '/pets/feed': { post: { operationId: 'feedPets', responses: { 202: {} } } },
  },
}

test.for(['issues.ts', 'issues.mts', 'issues.js', 'issues.mjs'])(
  'init writes %s with a test, and says what to do',
  async (name, { folder }) => {
    const file = folder.path(name)
    const { exit, out } = runCli('init', file)
    expect(await exit).toBe(0)
    const testFile = file.replace('issues.', 'issues.test.')
    expect(out).toContain(`Wrote ${file} and ${testFile}.`)
    expect(out.join('\n')).toContain('npm install --save-dev deploymock zod @faker-js/faker vitest')
    expect(out.join('\n')).toContain(`npx deploymock --service ${file}`)
    expect(await readFile(file, 'utf8')).toContain("title: 'Issues'")
    expect(await readFile(testFile, 'utf8')).toContain(`from './issues.${name.includes('.m') ? 'mjs' : 'js'}'`)
  },
)

test.for([
  ['JSON', 'pets.json', JSON.stringify(DOCUMENT)],
  [
    'YAML',
    'pets.yaml',
    `openapi: 3.1\n${JSON.stringify({ info: DOCUMENT.info, paths: DOCUMENT.paths }).slice(1, -1).replace('"info":', 'info: ').replace(',"paths":', '\npaths: ')}`,
  ],
] as const)('a document in %s becomes a service', async ([, name, text], { folder }) => {
  const document = await folder.write(name, text)
  const { exit, out } = runCli('init', folder.path('pets.ts'), '--openapi', document)
  expect([await exit, out[1]]).toEqual([0, 'It simulates 1 operation of 2; the others respond with 501.'])
  const source = await readFile(folder.path('pets.ts'), 'utf8')
  expect(source).toContain("api.list('listPets', '/pets', pets)")
  expect(source).toContain("api.operation('feedPets', 'POST', '/pets/feed', notSimulated)")
})

test('nothing is said of other operations if all are simulated', async ({ folder }) => {
  const { '/pets': pets } = DOCUMENT.paths
  const document = await folder.write('pets.json', JSON.stringify({ ...DOCUMENT, paths: { '/pets': pets } }))
  const { exit, out } = runCli('init', folder.path('pets.ts'), '--openapi', document)
  expect([await exit, out[1]]).toEqual([0, 'It simulates 1 operation of 1.'])
  expect(await readFile(folder.path('pets.ts'), 'utf8')).toContain(
    '// It simulates 1 of 1 operation. The file is yours.',
  )
})

test('only the operations below a path are taken if one is given', async ({ folder }) => {
  const document = await folder.write('pets.json', JSON.stringify(DOCUMENT))
  expect(await runCli('init', folder.path('pets.ts'), '--openapi', document, '--only', '/pets/f').exit).toBe(0)
  expect(await readFile(folder.path('pets.ts'), 'utf8')).not.toContain('listPets')
})

test.for([
  ['own.ts', 'own.ts'],
  ['own.ts', 'own.test.ts'],
] as const)('init %s does not replace %s, and writes nothing', async ([file, there], { folder }) => {
  const path = await folder.write(there, 'mine')
  const { exit, err } = runCli('init', folder.path(file))
  expect([await exit, err.join()]).toEqual([
    2,
    expect.stringMatching(
      /^Failed to write ".*": it already exists\. Name another file: what is there is never replaced\.$/,
    ),
  ])
  expect(await readFile(path, 'utf8')).toBe('mine')
  await expect(readFile(folder.path(there === file ? 'own.test.ts' : file))).rejects.toThrow('ENOENT')
})

test.for(['own', 'own.tsx', 'own.cjs', 'own.json', 'own.d.ts', '.ts', 'own.TS'])(
  'init refuses the name %s',
  async (name, { folder }) => {
    const { exit, err } = runCli('init', folder.path(name))
    expect([await exit, err.join()]).toEqual([
      2,
      expect.stringMatching(/it is no name of a module\. Allowed: .*\.ts, \.mts, \.js or \.mjs\.$/),
    ])
  },
)

test.for([
  ['an older version', { swagger: '2.0', paths: {} }, /it has version "2\.0"\. Allowed: OpenAPI 3\.0 or 3\.1/],
  ['no document', { paths: {} }, /it is no OpenAPI document/],
  ['a list', [], /it is no OpenAPI document/],
  ['no operation', { openapi: '3.1.0', paths: {} }, /it describes no operation/],
  [
    'another file',
    { openapi: '3.1.0', paths: { '/a': { $ref: 'a.yaml#/x' } } },
    /"a\.yaml#\/x": it leads to another file\. Bundle/,
  ],
] as const)('a document with %s is refused', async ([, value, message], { folder }) => {
  const document = await folder.write('api.json', JSON.stringify(value))
  const { exit, err } = runCli('init', folder.path('own.ts'), '--openapi', document)
  expect([await exit, err.join()]).toEqual([2, expect.stringMatching(message)])
  await expect(readFile(folder.path('own.ts'))).rejects.toThrow('ENOENT')
})

test('a document that cannot be parsed is refused with the place', async ({ folder }) => {
  const document = await folder.write('api.yaml', 'openapi: 3.1.0\npaths: [')
  const { exit, err } = runCli('init', folder.path('own.ts'), '--openapi', document)
  expect([await exit, err.join('\n')]).toEqual([2, expect.stringMatching(/api\.yaml:2:\d+: This is not valid YAML/)])
})
