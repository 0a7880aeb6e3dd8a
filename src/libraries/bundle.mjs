// Bundles the parts of @mswjs/data and Faker that the simulator uses. Pages load these.

import { readFileSync } from 'node:fs'
import { build } from 'esbuild'
import { writeLicenses } from './licenses.mjs'
import { FAKER_FILE, pickWords, reduceFaker } from './reduce-faker.mjs'

const FOLDER = 'dist/libraries'

// The handlers, comparisons of dates and debug logs of @mswjs/data, which the simulator never uses.
// They would load MSW, graphql, date-fns and debug.
const UNUSED = /\/generate(Rest|GraphQL)Handlers$|\/comparators\/date$|^debug$/
const UNUSED_SOURCE = 'exports.debug = () => () => undefined'

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
    export const faker = new Faker({ locale: ${JSON.stringify(pickWords())} })
  `,
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
    banner: { js: `/*! Parts of other packages. Their licenses are in ${name}.js.LEGAL.txt. */` },
    metafile: true,
    plugins: [usedParts],
    logLevel: 'warning',
  })
  await writeLicenses(`${outfile}.LEGAL.txt`, metafile)
}

await Promise.all(Object.keys(SOURCES).map(bundle))
