/**
 * Weighs src: its lines and files, and how its modules depend on each other.
 *
 * Without an option, it prints the lines and files of each folder, and all figures beside those that are recorded in
 * weight.json. With --check, it fails if src has grown by more than 1 %, so that growth is a decision that a reviewer
 * sees. With --write, it records the present figures.
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listImports, listModules, readSources } from './sources.mjs'
import { fail } from './write-or-check.mjs'

const ROOT = new URL('../', import.meta.url)
const RECORDED = new URL('weight.json', import.meta.url)
const SLACK = 1.01
const MOST_ENTRIES = 16
const OWN_FOLDERS = ['engine', 'programs/console', 'server', 'entries/client']

const EXPORT = /^export (?:async )?(?:function\*?|const|let|class|interface|type|enum)\s+(\w+)/gm
const PICK = /\b(?:Pick|Omit)</g

const modes = { '': print, '--check': check, '--write': write }
const [mode = '', ...rest] = process.argv.slice(2)
if (rest.length === 0 && Object.hasOwn(modes, mode)) await modes[mode]()
else fail(`Failed to weigh src: ${[mode, ...rest].join(' ')}. Allowed: nothing, --check, or --write.`)

function print() {
  const sources = readSources()
  const recorded = readRecorded()
  printTable(['folder', 'lines', 'files'], weighFolders(sources))
  const rows = Object.entries(measure(sources)).map(([name, value]) => [name, value, recorded[name] ?? '-'])
  printTable(['', 'now', 'recorded'], rows)
  const large = listLargeFolders()
  if (large.length > 0) process.stdout.write(`More than ${MOST_ENTRIES} entries: ${large.join(', ')}\n`)
}

function check() {
  const [now, before] = [measure(readSources()), readRecorded()].map((figures) => figures['lines of src'])
  if (now <= before * SLACK) return
  fail(
    `Failed to check the weight of src: it has ${now} lines, and ${before} are recorded. Remove some, or record them with "npm run weight -- --write" and say why in the commit.`,
  )
}

function write() {
  writeFileSync(RECORDED, `${JSON.stringify(measure(readSources()), null, 2)}\n`)
}

function readRecorded() {
  return JSON.parse(readFileSync(RECORDED, 'utf8'))
}

function measure(sources) {
  const modules = sources.filter(({ path }) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
  const importers = countImporters(modules)
  const lonely = modules.filter(({ path }) => importers.get(path)?.size === 1)
  return {
    'lines of src': countLines(sources),
    'files of src': sources.length,
    ...Object.fromEntries(
      OWN_FOLDERS.map((name) => [
        `lines of ${name.split('/').at(-1)}`,
        countLines(sources.filter(({ path }) => path.startsWith(`${name}/`))),
      ]),
    ),
    'imports of a module, median': findMedian(modules.map(({ text }) => listImports(text).size)),
    'Pick and Omit': modules.reduce((sum, { text }) => sum + [...text.matchAll(PICK)].length, 0),
    'names that several modules export': countSharedNames(modules),
    'modules that only one module imports': lonely.length,
    'lines of these': countLines(lonely),
    [`folders with more than ${MOST_ENTRIES} entries`]: listLargeFolders().length,
  }
}

/** Returns the name, lines and files of each folder of src. */
function weighFolders(sources) {
  const groups = groupBy(sources, ({ path }) => (path.includes('/') ? path.split('/')[0] : '.'))
  return [...groups].map(([name, group]) => [name, countLines(group), group.length])
}

// Node 20 has no Map.groupBy.
function groupBy(items, keyOf) {
  const groups = new Map()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

function countLines(sources) {
  return sources.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
}

function countImporters(modules) {
  const importers = new Map()
  for (const each of modules) {
    for (const target of listModules(each)) importers.set(target, (importers.get(target) ?? new Set()).add(each.path))
  }
  return importers
}

function countSharedNames(modules) {
  const counts = new Map()
  for (const { text } of modules) {
    const names = new Set(Array.from(text.matchAll(EXPORT), ([, name]) => name))
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts.values()].filter((count) => count > 1).length
}

function listLargeFolders() {
  const entries = readdirSync(fileURLToPath(new URL('src', ROOT)), { recursive: true, encoding: 'utf8' })
  const folders = groupBy(entries, (path) => posix.dirname(path.replaceAll('\\', '/')))
  // The entries of the package stand in src itself.
  return [...folders].filter(([name, { length }]) => name !== '.' && length > MOST_ENTRIES).map(([name]) => name)
}

function findMedian(values) {
  return values.toSorted((one, other) => one - other)[values.length >> 1]
}

function printTable(head, rows) {
  for (const [name, ...values] of [head, ...rows]) {
    process.stdout.write(`${String(name).padEnd(40)}${values.map((value) => String(value).padStart(10)).join('')}\n`)
  }
  process.stdout.write('\n')
}
