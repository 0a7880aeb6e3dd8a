import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'

test('deploymock/openapi.json is the document of the preset spec', async () => {
  const document: unknown = createRequire(import.meta.url)('deploymock/openapi.json')
  expect(document).toEqual(await createSimulator({ preset: 'spec' }).openapi({ server: 'http://127.0.0.1:4010' }))
})
