// Writes the descriptions of fields and assumptions into the declarations, so that editors show them.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const FOLDERS = ['service/resources', 'service/assumptions', 'engine/journal'].map((folder) => `build/src/${folder}`)
const CONSTANT = /^export declare const (\w+): .*\{$/
const FIELD = /^( +)(?:readonly )?(\w+): /

for (const folder of FOLDERS) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (name.endsWith('.d.ts')) await describeFile(resolve(folder, name))
  }
}

async function describeFile(file) {
  const declarations = readFileSync(file, 'utf8')
  const lines = declarations.split('\n')
  if (!lines.some((line) => CONSTANT.test(line))) return
  const described = describe(lines, await import(pathToFileURL(file.replace(/\.d\.ts$/, '.js')).href)).join('\n')
  if (described !== declarations) writeFileSync(file, described)
}

/** Puts the description of each value before the line that declares it, in place of the one from the build before. */
function describe(lines, values) {
  const described = []
  // The values of the objects that the line is in, the innermost last. Those without descriptions are undefined.
  const open = []
  for (const line of lines) {
    const constant = CONSTANT.exec(line)?.[1]
    const [, indent, field] = FIELD.exec(line) ?? []
    const value = constant === undefined ? open.at(-1)?.[field] : values[constant]
    const text = field === undefined ? undefined : readDescription(value)
    if (text !== undefined) {
      const start = `${indent}/**`
      if (described.at(-1).endsWith(' */')) described.splice(described.findLastIndex((each) => each.startsWith(start)))
      described.push(`${start} ${text.replaceAll('\n', `\n${indent} * `)} */`)
    }
    described.push(line)
    if (/^ *\}/.test(line)) open.pop()
    if (line.endsWith('{')) open.push(listFields(value))
  }
  return described
}

/** The fields of a schema, of the schema of a resource, or of a plain object. */
function listFields(value) {
  if (value?.def === undefined) return value?.schema === undefined ? value : listFields(value.schema)
  return value.shape ?? listFields(value.def.innerType ?? value.def.element)
}

/** The description of a schema. That of an assumption is its question with the possible values. */
function readDescription(value) {
  if (value?.question === undefined) return value?.description
  const values = Object.entries(value.values).map(([name, meaning]) => `- \`${name}\`: ${meaning}`)
  return [value.question, ...values].join('\n')
}
