// Writes the licenses of the packages in bundles.

import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes the licenses of all packages whose code bundles contain. */
export async function writeLicenses(file, metafile) {
  const used = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs))
  const packages = used.flatMap((path) => path.match(/^node_modules\/(?:@[^/]+\/)?[^/]+/) ?? [])
  await writeFile(file, [...new Set(packages)].sort().map(readLicense).join('\n'))
}

function readLicense(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  // Some packages contain only the name of their license.
  const terms =
    file === undefined ? `${license}, by ${author?.name ?? author}` : readFileSync(join(folder, file), 'utf8')
  return `${name} ${version}\n\n${terms.trim()}\n`
}
