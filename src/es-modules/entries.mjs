// The entries of the package, as package.json lists them.

import { readFileSync } from 'node:fs'

// No user imports it: the reporter lets Vitest's workers load it.
const UNLISTED = ['vitest/coverage-setup']

const MODULE = /^\.\/dist\/src\/(.+)\.js$/
const { exports } = JSON.parse(readFileSync('package.json', 'utf8'))
const targets = Object.values(exports)

/** Lists the modules of `src` that are entries, without their extension. */
export function listEntries() {
  return [...targets.map((target) => target.default), ...UNLISTED.map((name) => `./dist/src/${name}.js`)].flatMap(
    readName,
  )
}

/** Lists the entries that `require` can load, too. */
export function listCommonJsEntries() {
  return targets.filter((target) => target.require !== undefined).flatMap((target) => readName(target.default))
}

function readName(path) {
  const [, name] = MODULE.exec(path ?? '') ?? []
  return name === undefined ? [] : [name]
}
