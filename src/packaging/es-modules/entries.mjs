// The entries of the package, as package.json lists them.

import { existsSync, readFileSync } from 'node:fs'

// No user imports it: the reporter lets Vitest's workers load it.
const UNLISTED = ['vitest/coverage-setup']

const MODULE = /^\.\/dist\/src\/(.+)\.js$/
const { exports } = JSON.parse(readFileSync('package.json', 'utf8'))
const targets = Object.values(exports)

/** Lists the names of the entries, which are their paths in `dist/src` without the extension. */
export function listEntries() {
  return [...targets.map((target) => target.default), ...UNLISTED.map((name) => `./dist/src/${name}.js`)].flatMap(
    readName,
  )
}

/** Lists the entries that `require` can load, too. */
export function listCommonJsEntries() {
  return targets.filter((target) => target.require !== undefined).flatMap((target) => readName(target.default))
}

/** Returns the path below `src` of the module of an entry, without its extension. */
export function findModule(entry) {
  return ['', 'entries/', 'server/', 'programs/']
    .map((folder) => folder + entry)
    .find((path) => existsSync(`src/${path}.ts`))
}

function readName(path) {
  const [, name] = MODULE.exec(path ?? '') ?? []
  return name === undefined ? [] : [name]
}
