// Bundles the parts of @mswjs/data, Faker and zod that the simulator uses.

import { readdirSync, readFileSync } from 'node:fs'
import { build } from 'esbuild'
import * as zod from 'zod'
import { NOTICE, notePackages } from './licenses.mjs'
import { FAKER_FILE, pickWords, reduceFaker, unpackWords } from './reduce-faker.mjs'

const FOLDER = 'dist/libraries'

// What the simulator never uses of @mswjs/data: handlers, comparisons of dates, texts of debug logs, updates, sorting, and
// what repeats each write in the databases of other tabs. It would load MSW, graphql, date-fns and debug, too.
const UNUSED =
  /\/generate(Rest|GraphQL)Handlers$|\/comparators\/date$|\/(updateEntity|sortResults)$|\/(extensions\/sync|safeStringify)$|^(debug|md5|strict-event-emitter)$/
const UNUSED_SOURCE = `
  const nothing = () => undefined
  module.exports = Object.assign(() => '', { debug: () => nothing, sync: nothing, safeStringify: nothing, Emitter: class { emit() {} } })
`

// For this function, @mswjs/data loads all of lodash.
const LODASH = /^lodash$/
const LODASH_SOURCE = "exports.isFunction = require('lodash/isFunction')"

const usedParts = {
  name: 'used-parts',
  setup({ onResolve, onLoad }) {
    const replace = (namespace, filter, contents) => {
      onResolve({ filter }, ({ path }) => ({ path, namespace }))
      onLoad({ filter: /.*/, namespace }, () => ({ contents, resolveDir: process.cwd() }))
    }
    replace('unused', UNUSED, UNUSED_SOURCE)
    replace('lodash', LODASH, LODASH_SOURCE)
    onLoad({ filter: FAKER_FILE }, ({ path }) => ({ contents: reduceFaker(readFileSync(path, 'utf8')) }))
  },
}

const SOURCES = {
  data: "export { factory, nullable, primaryKey } from '@mswjs/data'",
  faker: `
    import { Faker } from '@faker-js/faker'
    export const faker = new Faker({ locale: JSON.parse(${JSON.stringify(pickWords())}, ${unpackWords}) })
  `,
  zod: `export { ${listZodNames()} } from 'zod'`,
}

/** The exports of zod that the bundled entries use. There, all modules import it as `z`, with or without a number. */
function listZodNames() {
  const modules = readdirSync('dist/src', { recursive: true }).filter((path) => path.endsWith('.js'))
  const used = modules.flatMap((path) =>
    Array.from(readFileSync(`dist/src/${path}`, 'utf8').matchAll(/\bz[$\d]*\.(\w+)/g), ([, name]) => name),
  )
  return [...new Set(used)].filter((name) => name in zod)
}

async function bundle(name) {
  const outfile = `${FOLDER}/${name}.js`
  const { metafile } = await build({
    stdin: { contents: SOURCES[name], resolveDir: process.cwd(), sourcefile: `${name}.js` },
    outfile,
    bundle: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    minifyWhitespace: true,
    minifySyntax: true,
    banner: { js: NOTICE },
    metafile: true,
    plugins: [usedParts],
    logLevel: 'warning',
  })
  notePackages(outfile, metafile)
}

await Promise.all(Object.keys(SOURCES).map(bundle))
