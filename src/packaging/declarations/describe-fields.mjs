// Writes the descriptions of fields and assumptions into the declarations, so that editors show them.

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const FOLDERS = ['engine', 'fastapi', 'service'].map((folder) => `build/src/${folder}`)
const CONSTANT = /^(?:export )?declare const (\w+): /
// A type has the descriptions of the schema with its name: `ScenarioOf` and `ScenarioInputOf` those of `scenarioSchemaOf`.
const TYPE = /^export (?:interface|type) (\w)(\w*?)(?:Input|Rule)?(?:Of)?\b.*\{$/
const FIELD = /^( +)(?:readonly )?['"]?([\w-]+)['"]?\??: /

const { service } = await load('build/src/service/service.js')
const described = service.resources.map(({ name }) => [name, { description: `The ${name.replaceAll('_', ' ')}.` }])
const resourcesByName = Object.fromEntries(described)

for (const folder of FOLDERS) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (name.endsWith('.d.ts')) await describeFile(resolve(folder, name))
  }
}

function load(file) {
  return import(pathToFileURL(resolve(file)).href)
}

async function describeFile(file) {
  const declarations = readFileSync(file, 'utf8')
  const lines = declarations.split('\n')
  const names = lines.flatMap((line) => CONSTANT.exec(line)?.[1] ?? [])
  const values = names.length === 0 ? {} : await loadAll(file.replace(/\.d\.ts$/, '.js'), names)
  const text = describe(lines, { resourcesByNameSchema: resourcesByName, ...values }).join('\n')
  if (text !== declarations) writeFileSync(file, text)
}

/** Loads constants of a module, also those that it does not export, from a copy that exports them. */
async function loadAll(file, names) {
  const copy = file.replace(/\.js$/, '.described.js')
  writeFileSync(copy, `${readFileSync(file, 'utf8')}\nexport const described = { ${names.join(', ')} }\n`)
  try {
    return (await load(copy)).described
  } finally {
    rmSync(copy)
  }
}

/** Puts the description of each value before the line that declares it, in place of the one from the build before. */
function describe(lines, values) {
  const described = []
  // The values of the objects that the line is in, the innermost last. Those without descriptions are undefined.
  const open = []
  for (const line of lines) {
    const [, indent, field] = FIELD.exec(line) ?? []
    const value = field === undefined ? findConstant(line, values) : open.at(-1)?.[field]
    if (field !== undefined) addComment(described, readDescription(value), indent)
    described.push(line)
    // Between the two parts of the fields of a schema, nothing changes.
    if (/^ *\} & \{$/.test(line)) continue
    if (/^ *\}/.test(line)) open.pop()
    if (line.endsWith('{')) open.push(listFields(value))
  }
  return described
}

/** Adds a comment to lines, in place of the one at their end. */
function addComment(lines, text, indent) {
  if (text === undefined) return
  const start = `${indent}/**`
  if (lines.at(-1).endsWith(' */')) lines.splice(lines.findLastIndex((each) => each.startsWith(start)))
  lines.push(`${start} ${text.replaceAll('\n', `\n${indent} * `)} */`)
}

/** The constant that a line declares, or the schema of the type. If the service decides it, it is that of our service. */
function findConstant(line, values) {
  const [, first, rest] = TYPE.exec(line) ?? []
  const name = CONSTANT.exec(line)?.[1] ?? `${first?.toLowerCase()}${rest}Schema`
  const value = values[name] ?? values[`${name}Of`]
  if (typeof value !== 'function' || value.length !== 1) return value
  for (const declared of [service, service.resources, service.questions]) {
    try {
      const derived = value(declared)
      if (derived?.def !== undefined) return derived
    } catch {
      // It needs another part of the service.
    }
  }
  return undefined
}

/** The fields of a schema, of the schema of a resource or an effect, or of a plain object. */
function listFields(value) {
  if (value?.def === undefined) return value?.schema === undefined ? value : { ...value, ...listFields(value.schema) }
  return value.shape ?? listFields(value.def.innerType ?? value.def.element ?? value.def.in)
}

/** The description of a schema. That of an assumption is its question with the possible values. */
function readDescription(value) {
  if (value?.question === undefined) return value?.description ?? (value?.def && readDescription(value.def.innerType))
  const values = Object.entries(value.values).map(([name, meaning]) => `- \`${name}\`: ${meaning}`)
  return [value.question, ...values].join('\n')
}
