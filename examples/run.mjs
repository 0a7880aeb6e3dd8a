// Installs every example as its reader would, and runs its tests.
// With names, only those examples: node examples/run.mjs jest
// With --installed, uses what an earlier run has installed.
// If DEPLOYMOCK_COVERAGE is a folder, writes the contract coverage of each example to a subfolder.
// If EXAMPLES_WITH names other versions of the dependencies, uses those: EXAMPLES_WITH='msw@3 vitest@5'.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

const folder = import.meta.dirname
const all = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
const isInstalled = process.argv.includes('--installed')
const given = process.argv.slice(2).filter((argument) => argument !== '--installed')
const names = given.length > 0 ? given : all.map(({ name }) => name)

// MSW 3 consists of ES modules, which Jest compiles to CommonJS only with further plugins.
const IN_COMMONJS = ['jest-babel', 'jest-ts']

const QUIETLY = ['--no-audit', '--no-fund']
// The package is built once, so its scripts need not run for each copy.
const AS_A_COPY = ['--install-links', '--ignore-scripts', '--no-package-lock']
const npm = (cwd, args, env = process.env) => spawnSync('npm', args, { cwd, env, stdio: 'inherit' }).status === 0
const { DEPLOYMOCK_COVERAGE: coverage, EXAMPLES_WITH: others = '' } = process.env

function collectFor(name) {
  if (!coverage) return process.env
  const folder = join(resolve(coverage), name)
  return { ...process.env, DEPLOYMOCK_COVERAGE: folder, NODE_OPTIONS: '--import deploymock/coverage/register' }
}

function runExample(name) {
  const cwd = join(folder, name)
  process.stdout.write(`\n${name}\n`)
  return (isInstalled || install(cwd)) && npm(cwd, ['test'], collectFor(name))
}

function install(cwd) {
  // Otherwise npm would keep an installed package of the same version, even if it has changed.
  for (const path of ['deploymock', '.package-lock.json']) {
    rmSync(join(cwd, 'node_modules', path), { recursive: true, force: true })
  }
  // A link would load its dependencies, Vitest among them, from the repository.
  return npm(cwd, ['install', ...QUIETLY, ...AS_A_COPY]) && installOthers(cwd)
}

// Unused dependencies may require the old versions as peers.
function installOthers(cwd) {
  if (IN_COMMONJS.includes(basename(cwd))) return true
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'))
  const used = Object.keys({ ...dependencies, ...devDependencies })
  const wanted = others.split(' ').filter((other) => used.includes(other.slice(0, other.lastIndexOf('@'))))
  return (
    wanted.length === 0 || npm(cwd, ['install', ...QUIETLY, ...AS_A_COPY, '--no-save', '--legacy-peer-deps', ...wanted])
  )
}

const isBuilt = isInstalled || npm(join(folder, '..'), ['run', 'build'])
const failed = isBuilt ? names.filter((name) => !runExample(name)) : names
if (failed.length > 0) {
  console.error(`Failed to run the examples: ${failed.join(', ')}.`)
  process.exitCode = 1
}
