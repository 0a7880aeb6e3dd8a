// Runs the commands that a user types. The server is fast, and each test has a world of its own.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startService } from './service.mjs'

const COMMAND = fileURLToPath(new URL('node_modules/@langchain/langgraph-cli/dist/cli/cli.mjs', import.meta.url))
const start = (context, options) => startService(context, [process.execPath, COMMAND], options)
const REMOTE = ['--remote', '--no-input', '--name']

test('deploys an agent, shows it, and deletes it', async (context) => {
  const { simulator, deploy } = await start(context)
  const deployed = await deploy(...REMOTE, 'planner')
  assert.match(deployed.output, /Deployment successful!\s+URL: https:\/\/planner-/)
  assert.equal(deployed.code, 0)

  const [{ id }] = simulator.db.deployments.list()
  assert.match((await deploy('list')).output, new RegExp(`${id}\\s+planner\\s+https://planner-`))
  assert.match((await deploy('revisions', 'list', id)).output, /DEPLOYED/)
  assert.match((await deploy('logs', '--deployment-id', id, '--type', 'build')).output, /\[INFO\] Build succeeded/)
  assert.match((await deploy('delete', id, '--force')).output, /Deleted deployment/)
  assert.equal(simulator.db.deployments.count(), 0)
})

test('shows the log of a build that fails, and deploys the next one', async (context) => {
  const { simulator, deploy } = await start(context)
  simulator.faults.add({ operation: 'patchDeployment', rollout: 'buildFails', times: 1 })
  const failed = await deploy(...REMOTE, 'planner')
  assert.match(failed.output, /Last build log lines:.*Build failed.*Deployment failed/s)
  assert.match((await deploy(...REMOTE, 'planner')).output, /Deployment successful!/)
  assert.deepEqual(
    simulator.db.revisions.list().map(({ status }) => status),
    ['SKIPPED', 'BUILD_FAILED', 'DEPLOYED'],
  )
})

test('says what is wrong with an API key or an organization', async (context) => {
  const ofOrganization = await start(context, { assumptions: { keyScope: 'organization' } })
  assert.match((await ofOrganization.deploy('list')).output, /API key is org-scoped and requires a workspace ID/)
  const without = await start(context, { assumptions: { deploymentFeature: 'notEnabled' } })
  assert.match((await without.deploy('list')).output, /LangSmith Deployment is not enabled for this organization/)
})
