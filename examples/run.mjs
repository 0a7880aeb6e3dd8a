// Installs every example as its reader would, and runs its tests.
// With names, only those: node examples/run.mjs jest
// Where DEPLOYMOCK_COVERAGE names a folder, what they exercise of the contract is written there, a folder for each.
import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const folder = import.meta.dirname
const all = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
const names = process.argv.length > 2 ? process.argv.slice(2) : all.map(({ name }) => name)

const npm = (cwd, args, env = process.env) => spawnSync('npm', args, { cwd, env, stdio: 'inherit' }).status === 0
const { DEPLOYMOCK_COVERAGE: coverage } = process.env

function collectFor(name) {
  if (!coverage) return process.env
  const folder = join(resolve(coverage), name)
  return { ...process.env, DEPLOYMOCK_COVERAGE: folder, NODE_OPTIONS: '--import deploymock/coverage/register' }
}

function runExample(name) {
  const cwd = join(folder, name)
  process.stdout.write(`\n${name}\n`)
  // npm would keep an installed package of the same version although it has changed since.
  for (const path of ['deploymock', '.package-lock.json']) {
    rmSync(join(cwd, 'node_modules', path), { recursive: true, force: true })
  }
  return npm(cwd, ['install', '--no-audit', '--no-fund']) && npm(cwd, ['test'], collectFor(name))
}

const isBuilt = npm(join(folder, '..'), ['run', 'build'])
const failed = isBuilt ? names.filter((name) => !runExample(name)) : names
if (failed.length > 0) {
  console.error(`Failed to run the examples: ${failed.join(', ')}.`)
  process.exitCode = 1
}
