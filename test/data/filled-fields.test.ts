import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { createSimulator } from '../../src/index.ts'
import { allResources } from '../../src/service/resources/resources.ts'

function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) return unwrap(schema.in as z.ZodType)
  const isWrapper = schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
  return isWrapper ? unwrap(schema.unwrap() as z.ZodType) : schema
}

/** Lists the fields that no value fills, at any depth: they are null, or lists without an item. */
function listUnfilled(schema: z.ZodType, values: readonly unknown[], path: string): string[] {
  const inner = unwrap(schema)
  const there = values.filter((value) => value !== null && value !== undefined)
  if (there.length === 0) return [path]
  if (inner instanceof z.ZodArray) return listUnfilled(inner.element as z.ZodType, there.flat(), path)
  if (!(inner instanceof z.ZodObject)) return []
  // `absent` is no field of a response. It says which ones that lacks.
  const fields = Object.entries<z.ZodType>(inner.shape).filter(([name]) => name !== 'absent')
  return fields.flatMap(([name, field]) =>
    listUnfilled(
      field,
      there.map((value) => (value as Readonly<Record<string, unknown>>)[name]),
      `${path}.${name}`,
    ),
  )
}

function listUnfilledIn(scenario: string): string[] {
  const { db } = createSimulator({ scenario })
  return allResources.flatMap(({ name, schema }) => listUnfilled(schema, db[name as keyof typeof db].list(), name))
}

test('the scenario every-field has a value in each field of each resource', () => {
  expect(
    listUnfilledIn('every-field'),
    'Give a record a value: in fixtures/every-field.ts or scenarios/every-field.ts.',
  ).toEqual([])
})

const guide = readFileSync(new URL('../../docs/scenarios.md', import.meta.url), 'utf8')

/** Lists the names of a sentence of the guide. */
function listNamed(sentence: RegExp): string[] {
  const [, names = ''] = sentence.exec(guide) ?? []
  return [...names.matchAll(/`(\w+)`/g)].map(([, name]) => String(name))
}

/** Lists the unfilled fields of deployments, those inside of the resource spec by its name. */
function listLacking(scenario: string): string[] {
  const paths = listUnfilledIn(scenario).filter((path) => path.startsWith('deployments.'))
  const names = paths.map((path) => (path.includes('.resource_spec.') ? 'resource_spec' : path.split('.').at(-1)))
  return [...new Set(names)].map(String)
}

test('the guide names fields of deployments that default and awkward lack', () => {
  const both = listLacking('awkward').filter((name) => name !== 'resource_spec')
  const named = listNamed(/In `default` and `awkward`, some fields have no value in any deployment, such as (.*?)\./)
  expect(named).not.toEqual([])
  expect(both).toEqual(expect.arrayContaining(named))
  const more = listLacking('default').filter((name) => !both.includes(name))
  expect(listNamed(/`default` also lacks (.*?)\./).toSorted()).toEqual(more.toSorted())
})

test('the guide says that default and awkward have no listeners, and no tokens with what belongs to them', () => {
  expect(guide).toContain('Neither has listeners, tokens or anything that belongs to them.')
  const absent = ['listeners', 'tokens', 'connections', 'authentications', 'token_events']
  for (const scenario of ['default', 'awkward']) {
    expect(listUnfilledIn(scenario)).toEqual(expect.arrayContaining(absent))
  }
})
