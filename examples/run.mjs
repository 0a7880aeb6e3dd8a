// Installs every example as its reader would, and runs its tests, as many at a time as there are cores.
// With names, only those examples: node examples/run.mjs jest
// With --installed, uses what an earlier run has installed.
// If DEPLOYMOCK_COVERAGE is a folder, writes the contract coverage of each example to a subfolder.
// If EXAMPLES_WITH names other versions of the dependencies, uses those: EXAMPLES_WITH='msw@3 vitest@5'.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, join, resolve } from 'node:path'

const folder = import.meta.dirname
const all = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
const isInstalled = process.argv.includes('--installed')
const given = process.argv.slice(2).filter((argument) => argument !== '--installed')
const names = given.length > 0 ? given : all.map(({ name }) => name)

// MSW 3 consists of ES modules, which Jest compiles to CommonJS only with further plugins.
const IN_COMMONJS = ['jest-babel', 'jest-swc', 'jest-ts']

const QUIETLY = ['--no-audit', '--no-fund']
// The package is built once, so its scripts need not run for each copy.
const AS_A_COPY = ['--install-links', '--ignore-scripts', '--no-package-lock']
const { DEPLOYMOCK_COVERAGE: coverage, EXAMPLES_WITH: others = '' } = process.env

function collectFor(name) {
  if (!coverage) return process.env
  const folder = join(resolve(coverage), name)
  return { ...process.env, DEPLOYMOCK_COVERAGE: folder, NODE_OPTIONS: '--import deploymock/coverage/register' }
}

// What an example prints is written when it ends, or else the lines of several would mix.
function openPrinter(name) {
  const chunks = [`\n${name}\n`]
  return {
    follow: ({ stdout, stderr }) => {
      for (const stream of [stdout, stderr]) stream.on('data', (chunk) => chunks.push(chunk))
    },
    print: () => process.stdout.write(Buffer.concat(chunks.map((chunk) => Buffer.from(chunk)))),
  }
}

function npm(cwd, args, { follow, env = process.env }) {
  const child = spawn('npm', args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  follow(child)
  return new Promise((resolve) => child.on('close', (status) => resolve(status === 0)))
}

async function runExample(name) {
  const cwd = join(folder, name)
  const { follow, print } = openPrinter(name)
  const isReady = isInstalled || (await install(cwd, follow))
  const hasPassed = isReady && (await npm(cwd, ['test'], { follow, env: collectFor(name) }))
  print()
  return hasPassed
}

async function install(cwd, follow) {
  // Otherwise npm would keep an installed package of the same version, even if it has changed.
  for (const path of ['deploymock', '.package-lock.json']) {
    rmSync(join(cwd, 'node_modules', path), { recursive: true, force: true })
  }
  // A link would load its dependencies, Vitest among them, from the repository.
  return (await npm(cwd, ['install', ...QUIETLY, ...AS_A_COPY], { follow })) && installOthers(cwd, follow)
}

// Unused dependencies may require the old versions as peers.
async function installOthers(cwd, follow) {
  if (IN_COMMONJS.includes(basename(cwd))) return true
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'))
  const used = Object.keys({ ...dependencies, ...devDependencies })
  const wanted = others.split(' ').filter((other) => used.includes(other.slice(0, other.lastIndexOf('@'))))
  if (wanted.length === 0) return true
  return npm(cwd, ['install', ...QUIETLY, ...AS_A_COPY, '--no-save', '--legacy-peer-deps', ...wanted], { follow })
}

async function build() {
  const { follow, print } = openPrinter('build')
  const isBuilt = await npm(join(folder, '..'), ['run', 'build'], { follow })
  print()
  return isBuilt
}

async function runExamples() {
  const waiting = [...names]
  const failed = []
  const runNext = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      if (!(await runExample(name))) failed.push(name)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, runNext))
  return failed
}

const failed = isInstalled || (await build()) ? await runExamples() : names
if (failed.length > 0) {
  console.error(`Failed to run the examples: ${failed.join(', ')}.`)
  process.exitCode = 1
}
