// Checks what works in Bun and Deno, with the built package: bun test/runtimes/runtimes.mjs

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { connect } from '../../dist/src/client/index.js'
import { createSimulator } from '../../dist/src/index.js'
import { setupSimulator } from '../../dist/src/node/index.js'
import { createApp, serve } from '../../dist/src/server/index.js'

const isDeno = 'Deno' in globalThis
const dist = join(import.meta.dirname, '../../dist/src')

const checks = {
  async 'a simulator answers in the process'() {
    const response = await createSimulator().fetch('/v2/deployments?limit=2')
    assert.equal((await response.json()).resources.length, 2)
  },

  async 'requests of the process are intercepted'() {
    const simulator = setupSimulator({ baseUrl: 'https://api.example.com' })
    simulator.listen()
    const url = `${simulator.url}/v2/deployments?limit=1`
    const { status } = await simulator.boundary(() => fetch(url))
    assert.equal(status, 200)
    // Deno's node:https does not use the function that is replaced.
    if (!isDeno) {
      const [response] = await once(https.get(url), 'response')
      assert.equal(JSON.parse(await text(response)).resources.length, 1)
    }
    simulator.close()
  },

  async 'a server answers, sends events, breaks a connection and closes'() {
    const simulator = createSimulator()
    const server = await serve(simulator, { port: 0 })
    const remote = connect(server.url)
    await remote.db.deployments.create({ name: 'checkout' })
    const response = await fetch(`${server.url}/v2/deployments?name_contains=checkout`)
    assert.equal((await response.json()).resources[0].name, 'checkout')
    const redirect = await fetch(`${server.url}/v2/deployments/`, { redirect: 'manual' })
    assert.equal(redirect.headers.get('location'), `${server.url}/v2/deployments`)
    // Their fetch repeats a request whose connection was used before.
    const { id } = simulator.faults.add({ effect: 'reset' })
    await assert.rejects(fetch(`${server.url}/v2/deployments`))
    simulator.faults.remove(id)
    const events = (await fetch(`${server.url}/_simulator/events`)).body.getReader()
    await Promise.all([events.read(), fetch(`${server.url}/v2/deployments`)])
    await server.close()
    await assert.rejects(fetch(server.url))
  },

  async 'an app is mounted in a server of node:http'() {
    const app = createApp(createSimulator())
    const server = http.createServer(app).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const response = await fetch(`http://127.0.0.1:${server.address().port}/v2/deployments?limit=1`)
    assert.equal(response.status, 200)
    await response.arrayBuffer()
    server.closeAllConnections()
    server.close()
  },

  async 'the program serves until a signal, and exports its world'() {
    const folder = await mkdtemp(join(tmpdir(), 'runtimes-'))
    const file = join(folder, 'snapshot.json')
    const run = isDeno ? ['run', '--allow-all'] : []
    const args = [...run, join(dist, 'cli/bin.js'), '--port', '0', '--export-on-exit', file]
    const program = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    // Deno says of a process that it has sent a signal that the signal ended it.
    const ended = Promise.all([text(program.stderr), once(program, 'exit')])
    const [line] = await once(createInterface(program.stdout), 'line')
    assert.equal((await fetch(`${line.replace(/^.* on /, '')}/v2/deployments`)).status, 200)
    program.kill('SIGINT')
    const [err] = await ended
    assert.equal(err, '')
    assert.ok(JSON.parse(await readFile(file, 'utf8')).current)
    await rm(folder, { recursive: true })
  },
}

for (const [name, check] of Object.entries(checks)) {
  await check()
  process.stdout.write(`ok: ${name}\n`)
}
// A connection that is left open must not hide a failure to end.
process.exit()
