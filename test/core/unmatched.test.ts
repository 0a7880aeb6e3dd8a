import { expect, test } from 'vitest'
import { setupSimulator } from '../../src/entries/node/index.ts'
import { createSimulator, type Preset } from '../../src/index.ts'

const ID = '7a1f0c9e-3b52-4d7c-8a60-2f9d4be81c35'
const BOTH = 'The presets langsmith and langsmith-next have it.'

async function explain(method: string, path: string, options: { strict?: boolean; preset?: Preset } = {}) {
  const simulator = createSimulator(options)
  const response = await simulator.fetch(path, { method })
  const [entry] = simulator.requests.list()
  const { words, assumptions } = simulator.requests.get(entry?.id ?? 0)?.explanation ?? { words: [], assumptions: {} }
  return { entry, body: await response.text(), words: words.join(' '), assumptions }
}

test.for<[string, string, Preset, string]>([
  ['GET', `/v2/deployments/${ID}`, 'spec', BOTH],
  ['DELETE', `/v2/deployments/${ID}`, 'spec', BOTH],
  ['PATCH', `/v2/deployments/${ID}`, 'spec', BOTH],
  ['GET', `/v2/deployments/${ID}/revisions`, 'spec', BOTH],
  ['DELETE', '/v2/deployments', 'spec', BOTH],
  ['GET', '/v2/nowhere', 'spec', ''],
  ['GET', '/v2/nowhere', 'langsmith', ''],
])('an explanation of %s %s under %s says which preset has it', async ([method, path, preset, sentence]) => {
  const { words, body } = await explain(method, path, { preset })
  if (sentence === '') expect(words).not.toContain('have it')
  else expect(words).toContain(sentence)
  // The service itself knows no presets.
  expect(body).not.toContain('preset')
})

test.for<[string, string]>([
  ['GET', `/v2/deployments/${ID}`],
  ['DELETE', '/v2/deployments'],
])('a strict session says which preset has %s %s, in its response and in the explanation', async ([method, path]) => {
  const { words, body } = await explain(method, path, { strict: true })
  expect(body).toContain(`To allow it, assume operations=upstream. ${BOTH}`)
  expect(words).toContain(`and got 501. The session is strict: ${method} ${path} is not in the contract.`)
})

test.for(['foo', 'nmae_contains'])(
  'a strict session that rejects the parameter %s names the operation, and no value that would allow it',
  async (name) => {
    const { entry, words, assumptions } = await explain('GET', `/v2/deployments?${name}=1`, { strict: true })
    expect(entry).toMatchObject({ operation: 'listDeployments', status: 501 })
    expect(words).toContain(`The session is strict: GET /v2/deployments has no parameter "${name}" in the contract.`)
    expect(words).not.toContain('matches no operation')
    expect(assumptions).not.toHaveProperty('unknownParameter')
  },
)

test('a test whose request matches no operation is told which preset has it', async () => {
  const simulator = setupSimulator({ baseUrl: 'https://api.test' })
  await expect(simulator.fetch(`/v2/deployments/${ID}`)).rejects.toThrow()
  expect(() => simulator.verify()).toThrow(
    `GET https://api.test/v2/deployments/${ID} matches no operation. Nearest: GET /v2/deployments`,
  )
  await expect(simulator.fetch(`/v2/deployments/${ID}`)).rejects.toThrow()
  expect(() => simulator.verify()).toThrow(BOTH)
})

test('a fault for an operation that only other presets have names them', () => {
  const { faults } = createSimulator()
  expect(() => faults.add({ operation: 'getDeployment', status: 503 })).toThrow(`other assumptions. ${BOTH} Allowed: `)
})

test.for([
  ['limit=20', 'The "offset" in it is 20.'],
  ['limit=20&offset=50', 'The "offset" in it is 60.'],
  ['limit=20&offset=90', 'The "offset" in it is 90.'],
])('an explanation of a page with %s names the offset that was sent in it', async ([query, sentence]) => {
  const { words, body } = await explain('GET', `/v2/deployments?${query}`)
  expect(words).toContain(sentence)
  expect(sentence).toContain(` ${JSON.parse(body).offset}.`)
})
