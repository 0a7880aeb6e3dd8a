// Makes a release: builds, checks, packs, and writes what belongs to it into release/. Then it publishes the package.
// With --dry-run, nothing leaves this machine. With --checked, `npm run check` has passed on this commit already.

import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { fail } from './write-or-check.mjs'

const FOLDER = 'release'
// SchemaStore serves the schema, so editors find it without any setting.
const SCHEMA_URL = 'https://json.schemastore.org/deploymock-scenario.json'
const SCENARIO_FILES = ['*.deploymock.yaml', '*.deploymock.yml', '*.deploymock.json']

try {
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' }, checked: { type: 'boolean' } } })
  release({ isDryRun: values['dry-run'] === true, isChecked: values.checked === true })
} catch (error) {
  fail(error.message)
}

function release({ isDryRun, isChecked }) {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
  const notes = findNotes(readFileSync('CHANGELOG.md', 'utf8'), manifest.version)
  if (!isDryRun) assertPublishable(manifest)
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER)
  run('npm', 'run', 'build')
  if (!isChecked) run('npm', 'run', 'check')
  const [{ filename, files }] = JSON.parse(
    read('npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', FOLDER),
  )
  writeSbom(manifest)
  writeFileSync(`${FOLDER}/notes.md`, `${notes}\n`)
  writeSchemaStore()
  const publish = ['publish', `${FOLDER}/${filename}`, '--access', 'public', '--provenance']
  if (!isDryRun) run('npm', ...publish)
  process.stdout.write(
    `${filename} has ${files.length} files. ${FOLDER}/ also has its SBOM, its notes, and the schema for SchemaStore.\n`,
  )
  if (isDryRun) process.stdout.write(`Nothing was published. A release would run: npm ${publish.join(' ')}\n`)
}

/** Returns what the changelog says about a version. */
function findNotes(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1)
  const found = sections.find((section) => section.split('\n')[0].trim() === version)
  if (found === undefined)
    throw new Error(`Failed to write the notes: CHANGELOG.md has no section "## ${version}". Add one.`)
  return found.split('\n').slice(1).join('\n').trim()
}

function assertPublishable({ repository, private: isPrivate }) {
  const attempt = 'Failed to publish the package:'
  if (isPrivate) throw new Error(`${attempt} package.json says that it is private. Remove that.`)
  // npm compares it with the repository that the workflow runs in.
  if (repository === undefined)
    throw new Error(`${attempt} package.json has no repository, which provenance needs. Add it.`)
  if (read('git', 'status', '--porcelain') !== '')
    throw new Error(`${attempt} there are uncommitted changes. Commit them first.`)
}

/** Writes which packages a user installs. npm takes the name of the folder for that of the package. */
function writeSbom({ name }) {
  const sbom = JSON.parse(read('npm', 'sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'))
  sbom.metadata.component.name = name
  writeJson('sbom.cdx.json', sbom)
}

/** Writes the schema with its address, and the entry of the catalog. */
function writeSchemaStore() {
  const { $schema, ...schema } = JSON.parse(readFileSync('dist/scenario.schema.json', 'utf8'))
  const title = 'A scenario of deploymock'
  const entry = { name: 'deploymock scenario', description: title, fileMatch: SCENARIO_FILES, url: SCHEMA_URL }
  writeJson('deploymock-scenario.json', { $schema, $id: SCHEMA_URL, title, ...schema })
  writeJson('catalog-entry.json', entry)
}

function writeJson(name, value) {
  writeFileSync(`${FOLDER}/${name}`, `${JSON.stringify(value, undefined, 2)}\n`)
}

function run(program, ...args) {
  execFileSync(program, args, { stdio: 'inherit' })
}

function read(program, ...args) {
  return execFileSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 28 })
}
