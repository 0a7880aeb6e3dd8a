import { expect } from 'vitest'
import type { Answer, OpenDoor } from '../support/adapters.ts'
import { forEachAdapter } from '../support/for-each-adapter.ts'
import { sample } from '../support/scope.ts'
import { listVectors, repositoryVectors, routingVectors, type Vector } from '../support/vectors.ts'

// The base URL of the recorded application.
const RECORDED_ORIGIN = 'http://127.0.0.1:18411'
// Requests that an adapter without a base URL cannot attribute to the service.
const FOREIGN_PATHS = ['//v2/deployments', '/V2/Deployments', '/nope', '/v2/nope', '/']

function expectAnswer(answer: Answer, vector: Vector, { origin }: OpenDoor): void {
  expect(answer.status).toBe(vector.status)
  for (const [name, value] of Object.entries(vector.response_headers)) {
    expect(answer.headers[name]).toBe(value.replace(RECORDED_ORIGIN, origin))
  }
  if (vector.json !== undefined && vector.status !== 200) expect(answer.body).toBe(JSON.stringify(vector.json))
}

forEachAdapter((test, { name, takesEveryPath, isInProcess }) => {
  const reachable = ({ target }: Vector) => takesEveryPath || !FOREIGN_PATHS.includes(target)
  // All adapters lead to the same operations, so a sample shows that each of them passes everything on.
  const pick = (vectors: readonly Vector[]) => (isInProcess ? vectors : sample(vectors, 10))

  test.for(pick([...listVectors, ...routingVectors].filter(reachable)))(
    `the response to $method $target through ${name} is the recorded one: $case`,
    async (vector, { open }) => {
      const opened = await open({ scenario: 'empty' })
      expectAnswer(await opened.send(vector.target, vector), vector, opened)
    },
  )

  test.for(pick(repositoryVectors))(
    `the response to $method $target through ${name} is the recorded one: $case`,
    async (vector, { open }) => {
      const opened = await open({ scenario: 'empty', assumptions: { integrationIdFormat: 'uuid' } })
      expectAnswer(await opened.send(vector.target, vector), vector, opened)
    },
  )
})
