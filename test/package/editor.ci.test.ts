import { readFileSync } from 'node:fs'
import { API, type Symbol as Declared, SymbolFlags, type Type } from 'typescript/unstable/sync'
import { expect, onTestFinished } from 'vitest'
import { operations } from '../../src/service/operations.ts'
import { type Folder, test } from '../support/folder.ts'
import { linkPackages } from '../support/link-packages.ts'

const NAME = 'user.ts'

test('the editor offers the known names, and those that the project declares', async ({ folder }) => {
  const source = `
    import { createSimulator } from 'deploymock'
    import { connect } from 'deploymock/client'

    declare module 'deploymock' {
      interface OwnNames { scenarios: 'payday'; statuses: 'HIBERNATED' }
    }
    const simulator = createSimulator({ scenario: '' })
    simulator.load('')
    connect('http://127.0.0.1').load('')
    simulator.sessions.create('alice', { scenario: '' })
    simulator.db.deployments.create({ status: '' })
    simulator.db.deployments.update('an-id', { status: '' })
    simulator.db.deployments.list({ where: { status: '' } })
    simulator.faults.add({ status: 503, query: { status: '' } })
    simulator.sessions.create('bob', { preset: '' })
  `
  const { checker, file } = await openEditor(folder, source)
  const offered = [...source.matchAll(/''/g)].map(({ index }) =>
    checker.getCompletionsAtPosition(file, index + 1)?.entries.map(({ name }) => name),
  )
  const scenarios = expect.arrayContaining(['busy', 'empty', 'payday'])
  const statuses = [
    'AWAITING_DATABASE',
    'AWAITING_DELETE',
    'AWAITING_FINAL_DELETE',
    'HIBERNATED',
    'READY',
    'UNKNOWN',
    'UNUSED',
  ]
  const presets = ['langsmith', 'langsmith-next', 'spec']
  expect(offered).toEqual([...Array(4).fill(scenarios), ...Array(4).fill(statuses), presets])
})

test('the editor describes every field of a deployment, and every assumption', async ({ folder }) => {
  const source = `
    import type { AssumptionOverrides, Assumptions, Collections, Deployment, DeploymentRecord } from 'deploymock'
    export type Given = NonNullable<Parameters<Collections['deployments']['create']>[0]>
    export type Stored = ReturnType<Collections['deployments']['create']>
    export type Named = { [Field in keyof DeploymentRecord]: DeploymentRecord[Field] }
    export type Spec = Deployment
    export type Langsmith = Deployment<'langsmith'>
    export type Newer = Deployment<'langsmith-next'>
    export type Overrides = AssumptionOverrides
    export type All = Assumptions
  `
  const { checker, file } = await openEditor(folder, source)
  const found = [...source.matchAll(/type (\w+) =/g)].map(({ index, 1: name }) => {
    const alias = checker.getSymbolAtPosition(file, index + 'type '.length)
    const fields = alias === undefined ? [] : checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(alias))
    const bare = fields.filter((field) => checker.getDocumentationCommentOfSymbol(field) === '')
    return [name, fields.length, bare.map((field) => field.name)]
  })
  expect(found).toEqual([
    ['Given', 25, []],
    ['Stored', 25, []],
    ['Named', 25, []],
    ['Spec', 12, []],
    ['Langsmith', 14, []],
    ['Newer', 23, []],
    ['Overrides', 69, []],
    ['All', 69, []],
  ])
})

test('the editor describes every field of every exported type', async ({ folder }) => {
  const entries = listTypedEntries()
  const source = entries.map((entry, index) => `import * as entry${index} from '${entry}'`).join('\n')
  const { checker, file } = await openEditor(folder, source, ['msw', 'vitest', '@playwright', '@vitest'])
  const bare = entries.flatMap((entry, index) => {
    const module = checker.getSymbolAtPosition(file, source.indexOf(`* as entry${index} `) + '* as '.length)
    if (module === undefined) return [entry]
    return checker.getExportsOfModule(checker.getAliasedSymbol(module)).flatMap((each) => {
      const declared = (each.flags & ALIAS) === 0 ? each : checker.getAliasedSymbol(each)
      if ((declared.flags & (TYPE_ALIAS | INTERFACE | CLASS)) === 0) return []
      return listFields(checker.getDeclaredTypeOfSymbol(declared))
        .filter((field) => isOurs(field) && checker.getDocumentationCommentOfSymbol(field) === '')
        .map((field) => `${each.name}.${field.name}`)
        .filter((field) => !UNDESCRIBED.some((pattern) => pattern.test(field)))
    })
  })
  expect([...new Set(bare)]).toEqual([])

  function listFields(type: Type): readonly Declared[] {
    return type.isUnionType() ? (type.getTypes() ?? []).flatMap(listFields) : checker.getPropertiesOfType(type)
  }
})

test('the editor offers every parameter of a query to a fault', async ({ folder }) => {
  const source = `
    import type { FaultInput } from 'deploymock'
    export type Query = NonNullable<Extract<FaultInput, { query?: unknown }>['query']>
  `
  const { checker, file } = await openEditor(folder, source)
  const query = checker.getSymbolAtPosition(file, source.indexOf('Query ='))
  const offered = query && checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(query)).map(({ name }) => name)
  const parameters = operations.flatMap((operation) => Object.entries(operation.parameters))
  const names = parameters.filter(([, parameter]) => parameter.in === 'query').map(([name]) => name)
  expect(offered?.toSorted()).toEqual([...new Set(names)].toSorted())
})

const { Alias: ALIAS, TypeAlias: TYPE_ALIAS, Interface: INTERFACE, Class: CLASS } = SymbolFlags

// The contract describes bodies of requests, HAR 1.2 its fields, other test libraries theirs. The names in errors,
// events and presets say enough.
const UNDESCRIBED = [
  /^Har/,
  /^FakeTimers\./,
  /Error\.name$/,
  /Event\./,
  /\.type$/,
  /^DeploymentCreation\.source/,
  /^RegisterEntry\.(?:langsmith|spec)/,
]

/** Lists the entries that have types. */
function listTypedEntries(): string[] {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    exports: Record<string, { types?: string }>
  }
  const typed = Object.entries(exports).filter(([, target]) => JSON.stringify(target).includes('.d.ts'))
  return typed.map(([path]) => path.replace(/^\./, 'deploymock'))
}

/** Whether we declare a field, or derive it. */
function isOurs({ declarations }: Declared): boolean {
  return declarations.every(({ path }) => /\/dist\/(?:commonjs|src)\//.test(path))
}

/** Opens a module that imports the built package, as an editor does. */
async function openEditor(folder: Folder, source: string, packages: readonly string[] = []) {
  await folder.write('package.json', '{"type":"module"}')
  const compilerOptions = { module: 'nodenext', strict: true, skipLibCheck: true, types: [] }
  const config = await folder.write('tsconfig.json', JSON.stringify({ compilerOptions, files: [NAME] }))
  const file = await folder.write(NAME, source)
  linkPackages(folder, packages)
  const api = new API({ cwd: folder.path('.') })
  onTestFinished(() => api.close())
  const checker = api.updateSnapshot({ openProject: config }).getProject(config)?.checker
  if (checker === undefined) throw new Error('Failed to open the project.')
  return { checker, file }
}
