// Installs every example as its reader would, and runs its tests.
// With names, only those: node examples/run.mjs jest
import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname
const all = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
const names = process.argv.length > 2 ? process.argv.slice(2) : all.map(({ name }) => name)

const npm = (cwd, ...args) => spawnSync('npm', args, { cwd, stdio: 'inherit' }).status === 0

function runExample(name) {
  const cwd = join(folder, name)
  process.stdout.write(`\n${name}\n`)
  // npm would keep an installed package of the same version although it has changed since.
  for (const path of ['deploymock', '.package-lock.json']) {
    rmSync(join(cwd, 'node_modules', path), { recursive: true, force: true })
  }
  return npm(cwd, 'install', '--no-audit', '--no-fund') && npm(cwd, 'test')
}

const isBuilt = npm(join(folder, '..'), 'run', 'build')
const failed = isBuilt ? names.filter((name) => !runExample(name)) : names
if (failed.length > 0) {
  console.error(`Failed to run the examples: ${failed.join(', ')}.`)
  process.exitCode = 1
}
