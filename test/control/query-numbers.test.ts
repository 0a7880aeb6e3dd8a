import { expect, test } from 'vitest'
import * as z from 'zod'
import { controlOperationsOf } from '../../src/engine/control/control-operations.ts'
import { readQuery } from '../../src/engine/control/requests/control-input.ts'
import { schemaFor } from '../../src/engine/control/shared/fields.ts'
import { service } from '../../src/service/service.ts'

const numbers = controlOperationsOf(service).flatMap((operation) => {
  if (operation.query === undefined) return []
  const { properties = {} } = z.toJSONSchema(schemaFor(operation.query, service), {
    io: 'output',
    unrepresentable: 'any',
  })
  const names = Object.keys(properties).filter((name) => JSON.stringify(properties[name]).includes('"integer"'))
  return names.map((name) => [`${operation.name} ${name}`, operation, name] as const)
})

test('operations of the control API take whole numbers in their queries', () => {
  expect(numbers.map(([place]) => place)).toEqual(expect.arrayContaining(['listRequests limit', 'openLink seed']))
})

test.for(numbers)('%s shows what was typed instead of a whole number', ([, operation, name]) => {
  for (const typed of ['abc', 'NaN', '', ' 7', '1.5', '1e3', '0x10', 'Infinity', '9'.repeat(400)]) {
    const message = () => readQuery(`${name}=${encodeURIComponent(typed)}`, operation, service)
    const shown = typed.length > 60 ? `"${name}" is ` : `"${name}" is "${typed}"`
    expect(message).toThrow(shown)
    expect(message).not.toThrow('is NaN')
  }
})
