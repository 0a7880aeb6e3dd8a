import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect } from 'vitest'
import { compile } from '../support/compile.ts'
import { type Folder, test } from '../support/folder.ts'
import { isMsw2 } from '../support/msw-version.ts'
import { isFull } from '../support/scope.ts'

const root = new URL('../../', import.meta.url)

// `npm run typecheck` checks the same files against the sources.
test.runIf(isMsw2 && isFull)('the type tests pass with the built package', async ({ folder }) => {
  const types = new URL('test/types/', root)
  const modules = readdirSync(types).map((name) => {
    const source = readFileSync(new URL(name, types), 'utf8')
    return [
      name,
      source.replace(/\.\.\/\.\.\/src(?:\/entries|\/server(?=\/playwright))?(\/\w+)?\/index\.ts/g, 'deploymock$1'),
    ] as const
  })
  const compilerOptions = {
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['node'],
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
  }
  const packages = readdirSync(new URL('node_modules', root))
  expect(await compile(folder, Object.fromEntries(modules), { compilerOptions, packages })).toBe('')
  expect(modules.length).toBeGreaterThan(3)
})

test('the built package has the types of responses', async ({ folder }) => {
  const source = `
    import type {
      Deployment, DeploymentCreation, DeploymentPage, DeploymentRecord, ErrorBody, IntegrationRecord, OAuthProvider,
      OAuthProviderRecord, PartialDeploymentRecord, Repository, RepositoryList, RepositoryRecord, ValidationError,
    } from 'deploymock'

    export type Used = [Deployment, DeploymentRecord, IntegrationRecord, OAuthProviderRecord, PartialDeploymentRecord,
      Repository, RepositoryRecord, ValidationError]
    export async function read(response: Response) {
      const page: DeploymentPage = await response.json()
      const [first] = (await response.json()) as DeploymentPage<'langsmith'>['resources']
      const providers: OAuthProvider[] = await response.json()
      const [repository]: RepositoryList<'langsmith'> = await response.json()
      const { detail }: ErrorBody = await response.json()
      const { title }: ErrorBody<'problem'> = await response.json()
      const { error }: ErrorBody<'message'> = await response.json()
      const creation: DeploymentCreation = {
        source_config: { integration_id: 'an-id', repo_url: 'https://example.com' },
        source_revision_config: { repo_ref: 'main' },
      }
      const texts: string[] = [page.resources[0]!.name, first!.status, providers[0]!.name, title, error.code]
      const id: number = repository!.id
      return { texts, id, creation, issues: typeof detail === 'string' ? [] : detail.map(({ loc }) => loc) }
    }
    export const wrong = (deployment: Deployment) => deployment.status
  `
  expect(await compile(folder, { 'user.ts': source })).toMatch(
    /^user\.ts\(\d+,65\): error TS2339: Property 'status' does not exist on type [^\n]+\n$/,
  )
})

test.runIf(isMsw2)('in CommonJS, the types fit those of MSW and of the other entries', async ({ folder }) => {
  const source = `
    import { createSimulator, OptionError, type Issue, type Simulator } from 'deploymock'
    import { connect } from 'deploymock/client'
    import { collectCoverage } from 'deploymock/coverage'
    import { type BoundarySession, setupSimulator } from 'deploymock/node'
    import { serve } from 'deploymock/server'
    import { http } from 'msw'
    import { setupServer } from 'msw/node'

    export const simulator: Simulator = setupSimulator({ handlers: [http.get('/', () => undefined)] })
    export const server = setupServer(...createSimulator().handlers)
    export const coverage = collectCoverage(simulator)
    export const url = serve(simulator).then((running) => connect(running.url))
    export const readIssues = (error: OptionError): readonly Issue[] => error.issues
    export const wrong = (session: BoundarySession): number => session.url
  `
  const compilerOptions = { lib: ['es2023', 'dom', 'dom.iterable'], types: ['node'] }
  const packages = readdirSync(new URL('node_modules', root))
  expect(await compile(folder, { 'user.cts': source }, { compilerOptions, packages })).toMatch(
    /^user\.cts\(\d+,\d+\): error TS2322: Type 'string' is not assignable to type 'number'\.\n$/,
  )
})

/** Installs a copy of the built package, which does not find the packages of this project, and other packages. */
function installCopy(folder: Folder, others: readonly string[]): void {
  const copy = folder.path('node_modules/deploymock')
  mkdirSync(copy, { recursive: true })
  cpSync(new URL('dist', root), `${copy}/dist`, { recursive: true })
  cpSync(new URL('package.json', root), `${copy}/package.json`)
  for (const other of others) {
    const path = folder.path(`node_modules/${other}`)
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(new URL(`node_modules/${other}`, root), path)
  }
}

// What npm installs with the package.
const INSTALLED = ['express', 'msw', 'zod']

// MSW's own declarations have errors without it.
const ofOurs = (errors: string) => errors.split('\n').filter((line) => /^user|deploymock\/dist/.test(line))
const strict = { lib: ['es2023', 'dom', 'dom.iterable'], types: ['node'], skipLibCheck: false }

test('entries need no optional packages that they are not about, also without skipLibCheck', async ({ folder }) => {
  const entries = ['', '/fetch', '/browser', '/client', '/coverage', '/files', '/jest', '/node', '/server']
  const source = entries.map((entry, index) => `export * as entry${index} from 'deploymock${entry}'`).join('\n')
  const install = (into: Folder) => installCopy(into, ['@types/node', ...INSTALLED])
  expect(ofOurs(await compile(folder, { 'user.ts': source }, { compilerOptions: strict, install }))).toEqual([])
})

test('an app needs no types of Express, also without skipLibCheck', async ({ folder }) => {
  const source = `
    import { createServer } from 'node:http'
    import { createSimulator } from 'deploymock'
    import { createApp, serve, type ServiceApp } from 'deploymock/server'

    const app: ServiceApp = createApp(createSimulator(), { console: false })
    createServer(app).listen(0)
    app.listen(0, '127.0.0.1', () => undefined).close()
    export const url = serve(createSimulator()).then((running): string => running.url)
    export const wrong: string = createApp(createSimulator())
  `
  const install = (into: Folder) => installCopy(into, ['@types/node', ...INSTALLED])
  expect(ofOurs(await compile(folder, { 'user.ts': source }, { compilerOptions: strict, install }))).toEqual([
    expect.stringMatching(/^user\.ts\(\d+,18\): error TS2322: Type 'ServiceApp' is not assignable to type 'string'\.$/),
  ])
})

test('an Express app takes an app as a handler, also without skipLibCheck', async ({ folder }) => {
  const source = `
    import express from 'express'
    import { createSimulator } from 'deploymock'
    import { createApp } from 'deploymock/server'

    const app = express()
    app.use(createApp(createSimulator()))
    app.use('/platform', createApp(createSimulator()))
    express.Router().use('/platform', createApp(createSimulator()))
    app.use('/wrong', createApp(createSimulator(), { consol: false }))
  `
  const install = (into: Folder) => installCopy(into, ['@types/node', '@types/express', ...INSTALLED])
  expect(ofOurs(await compile(folder, { 'user.ts': source }, { compilerOptions: strict, install }))).toEqual([
    expect.stringMatching(/^user\.ts\(10,\d+\): error TS2\d+: .*'consol' does not exist in type 'AppOptions'/),
  ])
})

// MSW's own declarations have errors with these options. MSW 3 has none for CommonJS.
test.runIf(isMsw2 && isFull)(
  'in CommonJS, the declarations have no errors under node16, without skipLibCheck',
  async ({ folder }) => {
    const source = "export { createSimulator } from 'deploymock'\nexport { setupSimulator } from 'deploymock/node'\n"
    const compilerOptions = {
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: ['node'],
      module: 'node16',
      skipLibCheck: false,
    }
    const packages = readdirSync(new URL('node_modules', root))
    const errors = await compile(folder, { 'user.cts': source }, { compilerOptions, packages })
    expect(errors.split('\n').filter((line) => line.includes('/dist/'))).toEqual([])
  },
)
