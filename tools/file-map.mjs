// Writes the table of files in src/README.md from what each file says about itself.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'

const SOURCES = new URL('../src/', import.meta.url)
const README = new URL('README.md', SOURCES)
const [START, END] = ['<!-- file map -->', '<!-- end of the file map -->']
const HEAD = '| file | what it contains |\n|---|---|'

const modes = { '--check': check, '--migrate': migrate, write }
const [mode = 'write', ...rest] = process.argv.slice(2)
if (!Object.hasOwn(modes, mode) || rest.length > 0) {
  fail(`Failed to map the files: ${[mode, ...rest].join(' ')}. Allowed: nothing, --check or --migrate.`)
} else {
  modes[mode]()
}

/** Writes the table. */
function write() {
  const table = buildTable()
  if (table !== undefined) writeFileSync(README, replaceTable(table))
}

/** Fails if the table is not what `write` would write. */
function check() {
  const table = buildTable()
  if (table === undefined || replaceTable(table) === readFileSync(README, 'utf8')) return
  fail('Failed to check the file map: src/README.md is outdated. Run npm run file-map.')
}

/** Starts each file that does not say what it contains with the text of its row, and writes the table. */
function migrate() {
  const rows = readRows()
  for (const path of listFiles()) {
    const source = readFileSync(new URL(path, SOURCES), 'utf8')
    const text = rows.get(path)
    if (text === undefined || readComment(source) !== undefined) continue
    if (normalize(readDocstring(source) ?? '').includes(normalize(text))) continue
    writeFileSync(new URL(path, SOURCES), addComment(source, `${text.charAt(0).toUpperCase()}${text.slice(1)}.`))
  }
  write()
}

// A folder's own files come before those of the folders in it, and its entry comes first.
function listFiles() {
  const toKey = (path) => `${dirname(path)}\0${path.endsWith('index.ts') ? '' : basename(path)}`
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(ts|mjs)$/.test(path))
    .sort((one, other) => (toKey(one) < toKey(other) ? -1 : 1))
}

function buildTable() {
  const rows = listFiles().map((path) => {
    const source = readFileSync(new URL(path, SOURCES), 'utf8')
    return { path, text: readComment(source) ?? readDocstring(source) }
  })
  const silent = rows.filter(({ text }) => text === undefined).map(({ path }) => path)
  if (silent.length === 0)
    return [HEAD, ...rows.map(({ path, text }) => `| \`${path}\` | ${text.replaceAll('|', '\\|')} |`)].join('\n')
  fail(
    `Failed to map the files: ${silent.join(', ')}: no description. Start each with a comment of one line, then an empty line.`,
  )
  return undefined
}

/** Reads the comment in the first line, if it is a line of its own. */
function readComment(source) {
  return /^(?:#!.*\n)?\/\/ (.+?)\.?\n\n/.exec(source)?.[1]
}

/** Reads the first sentence of the first docstring. */
function readDocstring(source) {
  const [, block = ''] = /\/\*\*(.*?)\*\//s.exec(source) ?? []
  const lines = block.split('\n').map((line) => line.replace(/^\s*\* ?/, '').trim())
  const [paragraph = ''] = lines
    .join('\n')
    .trim()
    .split(/\n\n|(?:^|\n)@/)
  const [sentence = ''] = paragraph.replaceAll('\n', ' ').split(/(?<=\.) (?=[^a-z])/)
  return sentence.replace(/\.$/, '') || undefined
}

function addComment(source, text) {
  const [first = ''] = /^#!.*\n/.exec(source) ?? []
  return `${first}// ${text}\n\n${source.slice(first.length)}`
}

function normalize(text) {
  return text.toLowerCase().replace(/\b(?:an?|the) /g, '')
}

function readRows() {
  const readme = readFileSync(README, 'utf8')
  return new Map(
    Array.from(readme.matchAll(/^\| `([^`]+\.(?:ts|mjs))` \| (.*) \|$/gm), ([, path, text]) => [
      path,
      text.replaceAll('\\|', '|'),
    ]),
  )
}

// Before the first migration, there are no markers around the table.
function replaceTable(table) {
  const readme = readFileSync(README, 'utf8')
  const marked = readme.includes(START)
    ? readme
    : readme.replace(/\| file \| what it contains \|\n(?:\|.*\n?)+/, `${START}\n${END}\n`)
  const [before, after] = [marked.split(START)[0], marked.split(END)[1]]
  return `${before}${START}\n${table}\n${END}${after}`
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}
