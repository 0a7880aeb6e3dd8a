import { expect, test } from 'vitest'
import { controlOperationsOf } from '../../src/engine/control/control-operations.ts'
import { createSimulator } from '../../src/index.ts'
import { service } from '../../src/service/service.ts'
import { controlDocument } from '../support/checked-fetch.ts'
import { validator } from '../support/open-api-validator.ts'
import { listSilentParts } from '../support/silent-parts.ts'

test('the document of the control API is valid OpenAPI 3.1', async () => {
  expect(await validator.validate(structuredClone(controlDocument))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('the document describes every operation once, with its method and its path', () => {
  const described = Object.entries(controlDocument.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId}: ${method.toUpperCase()} ${path}`),
  )
  const declared = controlOperationsOf(service).map(
    ({ name, method, template }) => `${name}: ${method} /_simulator${template}`,
  )
  expect(described.toSorted()).toEqual(declared.toSorted())
  const names = controlOperationsOf(service).map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => !/^[a-z]\w+$/.test(name))).toEqual([])
})

test('every description in the document says something', async () => {
  const response = await createSimulator({ scenario: 'empty' }).fetch('/_simulator/openapi.json')
  expect(listSilentParts(await response.json())).toEqual([])
})

test('the document says which names a session can have', () => {
  const parameters = JSON.stringify(controlDocument.paths['/_simulator/sessions/{name}'])
  expect(parameters).toContain('[\\\\w.~-]{1,100}')
})

test('the document describes no schema that nothing refers to', async () => {
  const text = await (await createSimulator({ scenario: 'empty' }).fetch('/_simulator/openapi.json')).text()
  const names = Object.keys(JSON.parse(text).components.schemas)
  expect(names.filter((name) => !text.includes(`"#/components/schemas/${name}"`))).toEqual([])
})

test('the state lists every path of the control API that has no placeholder', async () => {
  const { paths } = await (await createSimulator({ scenario: 'empty' }).fetch('/_simulator')).json()
  expect(paths).toMatchObject({
    reset: '/_simulator/reset',
    ask: '/_simulator/ask',
    links: '/_simulator/links',
    'totals/deployments': '/_simulator/totals/deployments',
    requests: '/_simulator/requests',
  })
  expect(Object.values<string>(paths).filter((path) => path.includes('{'))).toEqual([])
})
