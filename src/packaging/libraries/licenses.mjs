// Which other packages the bundles contain, and their licenses.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = 'build/bundled'
const FILE = 'dist/THIRD-PARTY-LICENSES.txt'
const HEAD = `The files of this package contain code of other packages. Each is named here with its license and the files. The
licenses of the parts of Swagger UI are in dist/swagger-ui.`

/** A comment for files with code of other packages. */
export const NOTICE = `/*! Parts of other packages. Their licenses are in deploymock/${FILE}. */`

/** Notes the packages whose code a file contains, for `writeLicenses`. */
export function notePackages(file, metafile) {
  const used = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs))
  const folders = used.flatMap((path) =>
    path.startsWith('dist/libraries/') ? readNote(path).folders : findFolder(path),
  )
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(toNote(file), JSON.stringify({ file, folders: [...new Set(folders)] }))
}

/** Writes the licenses of all packages that were noted. */
export function writeLicenses() {
  const notes = readdirSync(FOLDER).map((name) => readNote(decodeURIComponent(name)))
  const folders = [...new Set(notes.flatMap((note) => note.folders))].sort()
  const licenses = folders.map((folder) => {
    const files = notes.filter((note) => note.folders.includes(folder)).map(({ file }) => file)
    return describeLicense(folder, files.sort())
  })
  writeFileSync(FILE, `${[HEAD, ...licenses].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`)
}

const findFolder = (path) => path.match(/^node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []
const toNote = (file) => join(FOLDER, encodeURIComponent(file))
const readNote = (file) => JSON.parse(readFileSync(toNote(file), 'utf8'))

function describeLicense(folder, files) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  const text =
    file === undefined ? writeLicense(license, author?.name ?? author) : readFileSync(join(folder, file), 'utf8')
  return `${name} ${version} (${license}), in ${files.join(', ')}\n\n${text.trim()}`
}

/** The text for a package that has only the name of its license. */
function writeLicense(license, author) {
  if (license !== 'MIT') throw new Error(`Failed to find a license text: ${license}, by ${author}. Only MIT is known.`)
  return readFileSync('LICENSE', 'utf8').replace(/^Copyright .*$/m, `Copyright (c) ${author}`)
}
