// What somebody has read of the data keeps none of it in memory when the data is gone.

import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { controlOperationsOf } from '../../src/engine/control/control-operations.ts'
import { createSimulator } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { service } from '../../src/service/service.ts'
import { buildImageCreation } from '../support/control-plane.ts'
import { readTakenBytes } from '../support/taken-bytes.ts'

const MEGABYTE = 1024 * 1024
const paths = controlOperationsOf(service)
  // The first never ends, and the second creates a session.
  .filter(({ method, template }) => method === 'GET' && !['/events', '/open'].includes(template))
  .map(({ template }) => `/_simulator${template}`)

test.for([...paths, '/v2/deployments?limit=100&name_contains=x', '/v2/deployments/{id}'])(
  'after a reset, nothing is kept of the data for who has sent GET %s',
  async (path) => {
    const simulator = createSimulator({
      preset: 'langsmith',
      controlApi: true,
      assumptions: { authentication: 'none' },
    })
    const ask = async (text: string) => {
      const id = simulator.db.deployments.list().at(-1)?.id ?? ''
      const name = text.includes('sessions') ? 'default' : 'taken'
      const target = text
        .replace(/requests\/\{id\}/, 'requests/1')
        .replace('{id}', id)
        .replace('{name}', name)
      const response = await simulator.fetch(target.replace('{resource}', 'deployments'))
      await response.text()
      return response.status
    }
    expect([200, 404]).toContain(await ask(path))
    simulator.reset()
    const before = readTakenBytes()
    for (let count = 0; count < 8; count += 1)
      simulator.db.deployments.create({ name: `${count}${Buffer.alloc(MEGABYTE, 'x')}` })
    await ask('/v2/deployments?limit=1')
    await ask(path)
    simulator.reset()
    // Whatever a weak reference has returned stays until the end of a turn, and other garbage for a while. V8 keeps the
    // text of the last regular expression. All records take ten times as much.
    await vi.waitFor(() => expect(readTakenBytes() - before).toBeLessThan(3 * MEGABYTE))
  },
)

const name = 'x'.repeat(200_000)

test.for([
  ['created something', 201, buildImageCreation()],
  ['sent something invalid', 422, {}],
] as const)(
  'after a reset, nothing is kept for connections that are idle since they have %s',
  async ([, status, fields]) => {
    const simulator = createSimulator({ preset: 'langsmith', assumptions: { authentication: 'none' } })
    const { port, close } = await serve(simulator, { port: 0 })
    onTestFinished(close)
    const before = readTakenBytes()
    for (let count = 0; count < 50; count += 1) {
      const body = JSON.stringify({ ...fields, name: `${name}${count}` })
      const socket = connect(port, '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      socket.write('POST /v2/deployments HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n')
      socket.write(`Content-Length: ${body.length}\r\n\r\n${body}`)
      const [head] = await once(socket, 'data')
      expect(String(head)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      socket.resume()
    }
    simulator.reset()
    await vi.waitFor(() => expect(readTakenBytes() - before).toBeLessThan(3 * MEGABYTE))
  },
)
