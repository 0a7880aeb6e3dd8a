import { Agent, request } from 'node:http'

const CONNECTIONS = 48

/** Creates a client that keeps its connections open. A missing response is `undefined`. */
export function createClient(port) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const send = (method, path, value, { leaveAfter, type = 'application/json', timeout = 60_000 } = {}) =>
    new Promise((resolve) => {
      const body = value === undefined || Buffer.isBuffer(value) ? value : JSON.stringify(value)
      const ofBody = body === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(body) }
      const headers = { 'x-api-key': 'soak', ...ofBody }
      const sent = request({ port, host: '127.0.0.1', method, path, headers, agent, timeout }, (response) => {
        const chunks = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('end', () => resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() }))
        response.on('error', () => resolve(undefined))
      })
      sent.on('error', () => resolve(undefined))
      sent.on('timeout', () => sent.destroy())
      if (leaveAfter !== undefined) setTimeout(() => sent.destroy(), leaveAfter)
      sent.end(body)
    })
  return {
    send,
    async control(method, path, value) {
      const response = await send(method, path, value)
      return response === undefined || response.text === '' ? undefined : JSON.parse(response.text)
    },
    close: () => agent.destroy(),
  }
}
