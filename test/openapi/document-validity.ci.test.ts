import { expect, test } from 'vitest'
import { createSimulator, type SimulatorOptions } from '../../src/index.ts'
import { PRESETS } from '../../src/service/assumptions/presets.ts'
import { validator } from '../support/open-api-validator.ts'

async function validate(options: SimulatorOptions) {
  return validator.validate(await createSimulator(options).openapi())
}

test.for(PRESETS)('the document of the service is valid OpenAPI 3.1 under the preset %s', async (preset) => {
  expect(await validate({ preset })).toEqual({ valid: true })
})

test('the document of the service is valid for a world without data', async () => {
  expect(await validate({ scenario: 'empty' })).toEqual({ valid: true })
})

test('the document of the service is valid if nothing is as usual', async () => {
  const result = await validate({
    assumptions: {
      authentication: 'apiKeyAndTenant',
      headRequests: '200',
      rateLimit: 'limited',
      repositoryEnvelope: 'items',
      unknownFields: 'extra',
      errorBody: 'problem',
      versionPrefix: '/{api}',
    },
  })
  expect(result).toEqual({ valid: true })
})
