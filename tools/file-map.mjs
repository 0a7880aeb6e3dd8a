// Writes the table of files in src/README.md from what each file says about itself.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fail, writeOrCheck } from './write-or-check.mjs'

const SOURCES = new URL('../src/', import.meta.url)
const README = new URL('README.md', SOURCES)
const [START, END] = ['<!-- file map -->', '<!-- end of the file map -->']
const HEAD = '| file | what it contains |\n|---|---|'

await writeOrCheck('map the files', { write, check })

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

// A folder's own files come before those of the folders in it, and its entry comes first.
function listFiles() {
  const toKey = (path) => `${dirname(path)}\0${path.endsWith('index.ts') ? '' : basename(path)}`
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(tsx?|mjs)$/.test(path))
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

function replaceTable(table) {
  const readme = readFileSync(README, 'utf8')
  const [before, after] = [readme.split(START)[0], readme.split(END)[1]]
  return `${before}${START}\n${table}\n${END}${after}`
}
