// The files of src, and what they import.

import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const SRC = new URL('../src/', import.meta.url)
const IMPORT = /^(import|export)\b[^'"]*?\bfrom\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm

/** Reads the files of src: the path below it, and the text of each. */
export function readSources() {
  return readdirSync(fileURLToPath(SRC), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(tsx?|mjs|css)$/.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(new URL(path, SRC), 'utf8') }))
}

/** Lists what a module imports or exports from others, types included, each once. */
export function listImports(text) {
  return new Set(Array.from(text.matchAll(IMPORT), ([, , from, bare, dynamic]) => from ?? bare ?? dynamic))
}

/** Lists what a module imports, without what it only exports from others. */
export function listOwnImports(text) {
  const found = Array.from(text.matchAll(IMPORT)).filter(([, keyword]) => keyword !== 'export')
  return new Set(found.map(([, , from, bare, dynamic]) => from ?? bare ?? dynamic))
}

/** Lists the modules of src that a module imports, as paths below it. */
export function listModules({ path, text }) {
  const own = Array.from(listImports(text)).filter((specifier) => specifier.startsWith('.'))
  return own.map((specifier) => posix.join(posix.dirname(path), specifier)).filter((target) => !target.startsWith('.'))
}
