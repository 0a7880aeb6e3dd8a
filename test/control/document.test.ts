import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { controlOperations } from '../../src/core/control/control-operations.ts'
import { controlDocument } from '../support/checked-fetch.ts'
import { listSilentParts } from '../support/silent-parts.ts'

test('the document of the control API is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  expect(await validator.validate(structuredClone(controlDocument))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('the document describes every operation once, with its method and its path', () => {
  const described = Object.entries(controlDocument.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId}: ${method.toUpperCase()} ${path}`),
  )
  const declared = controlOperations.map(({ name, method, template }) => `${name}: ${method} /_simulator${template}`)
  expect(described.toSorted()).toEqual(declared.toSorted())
  expect(new Set(controlOperations.map(({ name }) => name)).size).toBe(controlOperations.length)
})

test('every description in the document says something', () => {
  expect(listSilentParts(controlDocument)).toEqual([])
})
