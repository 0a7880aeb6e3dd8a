import { type Context, createContext, runInContext } from 'node:vm'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { scenarios } from '../../src/service/scenarios.ts'
import { listRecords } from '../support/records.ts'
import { sample } from '../support/scope.ts'

/** Bundles a module that imports the package, as for a page. */
async function bundle(contents: string) {
  return build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    write: false,
    metafile: true,
    format: 'iife',
    platform: 'browser',
    logLevel: 'silent',
  })
}

test('a page with a service worker can be bundled, and needs no Node modules', async () => {
  const { metafile, warnings } = await bundle(`
    import { setupWorker } from 'msw/browser'
    import { createSimulator } from '../../src/index.ts'
    globalThis.worker = setupWorker(...createSimulator().handlers)
  `)
  // A Node module that a package excludes for browsers would be listed as disabled.
  expect(Object.keys(metafile.inputs).filter((path) => /disabled|node:/.test(path))).toEqual([])
  expect(warnings).toEqual([])
})

test('the client loads only itself, the check of its options, the query of links, the types of texts, durations and tokens, what hides secrets, and a few names', async () => {
  const { metafile } = await bundle(`
    import { connect } from '../../src/entries/client/index.ts'
    globalThis.simulator = connect('http://127.0.0.1:4010')
  `)
  const loaded = Object.keys(metafile.inputs).filter((path) => path !== '<stdin>')
  expect(loaded.filter((path) => !path.startsWith('src/entries/client/')).sort()).toEqual(
    [
      'control/links/link-query',
      'control/shared/random-id',
      'http/connection-error',
      'http/operation-declaration',
      'input/options/known-options',
      'input/options/mistyped-names',
      'input/options/option-error',
      'input/options/written-duration',
      'input/text/describe-value',
      'input/text/edit-distance',
      'input/text/hidden-characters',
      'input/text/quote',
      'input/text/secret-names',
      'input/text/secrets',
      'input/text/suggestion',
      'input/text/token',
      'journal/wait-for-request',
      'sessions/session-names',
    ]
      .map((name) => `src/engine/${name}.ts`)
      .concat('src/service/resources/names.ts'),
  )
})

test("the simulator runs without Node's globals", async () => {
  const { outputFiles } = await bundle(`
    import { createSimulator } from '../../src/engine/simulator/simulator.ts'
    import { service } from '../../src/service/service.ts'
    globalThis.answer = createSimulator(service).fetch('/v2/deployments?limit=1').then((response) => response.json())
  `)
  const page = openPage(outputFiles[0]?.text ?? '')
  expect(await page.answer).toMatchObject({ offset: 1, resources: [{ name: expect.any(String) }] })
})

test('every world has the same records in a page as in Node', async () => {
  const { outputFiles } = await bundle(`
    import { listRecords } from '../support/records.ts'
    globalThis.listRecords = listRecords
  `)
  const page = openPage(outputFiles[0]?.text ?? '')
  const different = sample(scenarios, 3).filter(({ name }) => page.listRecords(name) !== listRecords(name))
  expect(different.map(({ name }) => name)).toEqual([])
})

/** Runs a script with the globals of a page, and returns them. */
function openPage(script: string): Context {
  const globals = { ...pickWebGlobals(), window: {}, localStorage: emptyStorage, BroadcastChannel: Channel }
  const page = createContext(globals)
  // Each use of a global of another context takes long, so the classes of the language become constants.
  const names: string[] = runInContext('Object.getOwnPropertyNames(globalThis)', createContext())
  const constants = names.filter((name) => /^[A-Z][A-Za-z0-9]+$/.test(name) && name !== 'Infinity' && name !== 'NaN')
  runInContext(`{\nconst { ${constants} } = globalThis;\n${script}\n}`, page)
  return page
}

/** Globals that every browser has, and none that only Node has. */
function pickWebGlobals(): Record<string, unknown> {
  const names =
    'URL URLSearchParams Request Response Headers TextEncoder TextDecoder structuredClone console performance ' +
    'Event EventTarget MessageEvent AbortController AbortSignal ReadableStream WritableStream TransformStream ' +
    'Uint8Array setTimeout clearTimeout queueMicrotask crypto'
  return Object.fromEntries(names.split(' ').map((name) => [name, Reflect.get(globalThis, name)]))
}

const emptyStorage = { getItem: () => null, setItem: () => undefined }

// In a page, @mswjs/data opens this channel and shares its rows with other tabs. MSW's own channel is
// harmless.
class Channel extends EventTarget {
  constructor(name: string) {
    super()
    if (name === 'mswjs/data/sync') throw new Error('A channel to other tabs was opened.')
  }
}
