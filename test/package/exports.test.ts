import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createSimulator, NoRoomError, OptionError, TakenError } from '../../src/index.ts'

const root = new URL('../../', import.meta.url)
const { exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
const entries = Object.entries<{ types?: string }>(exports).flatMap(([name, { types }]) =>
  types === undefined ? [] : [[name, types] as const],
)

/** The names that a declaration file exports, types included. */
function listExports(declarations: string): string[] {
  const lists = [...declarations.matchAll(/^export (?:type )?\{([^}]*)\}/gms)].flatMap(([, names = '']) =>
    names.split(','),
  )
  const single = [...declarations.matchAll(/^export (?:declare )?(?:function|const|class|interface|type) (\w+)/gm)]
  const names = [
    ...lists.map((name) => name.trim().replace(/^type |^.* as /, '')),
    ...single.map(([, name = '']) => name),
  ]
  const hasDefault = /^export default /m.test(declarations)
  return [...names.filter((name) => name !== ''), ...(hasDefault ? ['default'] : [])].sort()
}

test.for(entries)('the entry %s exports these names', ([, types]) => {
  expect(listExports(readFileSync(new URL(types, root), 'utf8'))).toMatchSnapshot()
})

test('an error can be told by its class, its name and its issues: an OptionError for an option that cannot be used', () => {
  const error = catchError(() => createSimulator({ assumptions: { lastPageOffset: 'no' as 'limit' } }))
  expect(error).toBeInstanceOf(OptionError)
  expect(error).toMatchObject({ name: 'OptionError', message: expect.stringContaining('lastPageOffset') })
})

test('an error can be told by its class, its name and its issues: an OptionError with an issue for each field of a record', () => {
  const { db } = createSimulator()
  const error = catchError(() => db.deployments.create({ name: 1 as unknown as string }))
  expect(error).toBeInstanceOf(OptionError)
  expect(error).toMatchObject({ issues: [{ path: 'name', message: expect.stringContaining('"name" is 1') }] })
})

test('an error can be told by its class, its name and its issues: a TakenError for an id that another record has', () => {
  const { db } = createSimulator()
  const [{ id } = { id: '' }] = db.deployments.list()
  const error = catchError(() => db.deployments.create({ id }))
  expect(error).toBeInstanceOf(TakenError)
  expect(error).toMatchObject({ name: 'TakenError' })
})

test('an error can be told by its class, its name and its issues: a NoRoomError for a world that does not fit', () => {
  const error = catchError(() => createSimulator({ deployments: 1_000_000, memory: 100 }))
  expect(error).toBeInstanceOf(NoRoomError)
  expect(error).toMatchObject({ name: 'NoRoomError', missing: expect.any(Number) })
})

function catchError(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    return error
  }
  return undefined
}
