// Prints what each source file says about itself, of all files or of those below a folder.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fail } from './write-or-check.mjs'

const ROOT = new URL('../', import.meta.url)

// A program such as head reads only the beginning.
process.stdout.on('error', ({ code }) => process.exit(code === 'EPIPE' ? 0 : 1))

const [folder = 'src', ...rest] = process.argv.slice(2)
if (rest.length === 0 && isSourceFolder(folder)) printMap(listFiles(folder.replace(/\/$/, '')))
else
  fail(
    `Failed to print the file map: ${[folder, ...rest].join(' ')}. Allowed: one folder, such as src/engine, or none.`,
  )

function isSourceFolder(path) {
  return /^src\b/.test(path) && statSync(new URL(path, ROOT), { throwIfNoEntry: false })?.isDirectory() === true
}

function printMap(paths) {
  const files = paths.map((path) => ({ path, text: describeFile(readFileSync(new URL(path, ROOT), 'utf8')) }))
  const silent = files.filter(({ text }) => text === undefined).map(({ path }) => path)
  for (const { path, text } of files) if (text !== undefined) process.stdout.write(`${path}: ${text}\n`)
  if (silent.length === 0) return
  fail(`Failed to describe ${silent.join(', ')}: no comment. Start each with a comment, then an empty line.`)
}

// A folder's own files come before those of the folders in it, and its entry comes first.
function listFiles(folder) {
  const toKey = (path) => `${dirname(path)}\0${path.endsWith('/index.ts') ? '' : basename(path)}`
  return readdirSync(fileURLToPath(new URL(folder, ROOT)), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.(tsx?|mjs)$/.test(path))
    .sort((one, other) => (toKey(one) < toKey(other) ? -1 : 1))
}

/** Returns the comment that the file starts with, if an empty line follows, or the first sentence of its first docstring. */
function describeFile(source) {
  const [, comment] = /^(?:#!.*\n)?((?:\/\/ .*\n)+)\n/.exec(source) ?? []
  const text =
    comment
      ?.replace(/^\/\/ /gm, '')
      .trim()
      .replaceAll('\n', ' ') ?? readDocstring(source)
  return text.replace(/\.$/, '') || undefined
}

function readDocstring(source) {
  const [, block = ''] = /\/\*\*(.*?)\*\//s.exec(source) ?? []
  const text = block.replace(/^\s*\* ?/gm, '').trim()
  const [paragraph = ''] = text.split(/\n\n|(?:^|\n)@/)
  const [sentence = ''] = paragraph.replace(/\s*\n\s*/g, ' ').split(/(?<=\.) (?=[^a-z])/)
  return sentence
}
