// Runs the command line for Python, if there is a Python that can install it.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startService } from './service.mjs'

const FOLDER = fileURLToPath(new URL('node_modules/.python', import.meta.url))
const COMMAND = join(FOLDER, 'bin', 'langgraph')
const VERSION = '0.4.44'

// Without access to packages, pip would try again for minutes.
const PIP = ['-m', 'pip', 'install', '--quiet', '--retries', '0', '--timeout', '15', `langgraph-cli==${VERSION}`]

function install() {
  if (existsSync(COMMAND)) return true
  const run = (program, args) => spawnSync(program, args, { stdio: 'ignore', timeout: 180_000 }).status === 0
  return run('python3', ['-m', 'venv', FOLDER]) && run(join(FOLDER, 'bin', 'python'), PIP)
}

const skip = install() ? false : `there is no Python that can install langgraph-cli ${VERSION}`
// Some reporters do not print why.
if (skip)
  console.error(
    `Skipped: the command line for Python, because ${skip}. Its requests are replayed by the tests of deploymock.`,
  )

test('the command line for Python deploys an agent, shows it, and deletes it', { skip }, async (context) => {
  const { simulator, deploy } = await startService(context, [COMMAND])
  const deployed = await deploy('--remote', '--no-input', '--name', 'planner')
  assert.equal(deployed.code, 0, deployed.output)
  const [{ id, status }] = simulator.db.deployments.list()
  assert.equal(status, 'READY')
  assert.match((await deploy('list')).output, new RegExp(`${id}\\s+planner\\s+https://planner-`))
  assert.match((await deploy('revisions', 'list', id)).output, /DEPLOYED/)
  const deleted = await deploy('delete', id, '--force')
  assert.equal(deleted.code, 0, deleted.output)
  assert.equal(simulator.db.deployments.count(), 0)
})
