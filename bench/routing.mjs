// Compares the cost of finding an operation with many and with few operations: node bench/routing.mjs [dist folder]
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const folder = resolve(process.argv[2] ?? 'dist')
const { createSimulator } = await import(pathToFileURL(resolve(folder, 'src/index.js')).href)

const ROUNDS = 15
const REQUESTS = 4000
const TARGETS = ['/v2/deployments', '/v2/auth/providers', '/v2/nothing', '/v1/integrations/github/x/repos']
const NO_BODY = new Uint8Array()

/** Returns the median time of a request in microseconds. All of them are rejected without reading records. */
function measure(preset) {
  const { service } = createSimulator({ preset, scenario: 'empty', assumptions: { authentication: 'none' } })
  const address = () => ({ origin: 'http://localhost', basePath: '' })
  const request = { method: 'PUT', address, query: '', header: () => undefined }
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now()
    for (let count = 0; count < REQUESTS; count += 1) {
      service.handle({ ...request, path: TARGETS[count % TARGETS.length], body: NO_BODY })
    }
    return ((performance.now() - start) * 1000) / REQUESTS
  })
  return times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)]
}

const [few, many] = [measure('spec'), measure('langsmith')]
console.log(
  `${few.toFixed(1)} µs with the operations of the contract, ${many.toFixed(1)} µs with all: ${(many / few).toFixed(2)} times`,
)
