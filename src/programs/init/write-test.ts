/** Writes the test beside a service that was made from a document. */

import { text } from './code.ts'
import type { Operation } from './operations.ts'
import type { Resource } from './recognise.ts'
import type { WrittenService } from './write-service.ts'

export interface TestOptions {
  /** How the test imports the service. */
  readonly module: string
}

/** Writes tests of a list, of a record, and of an operation that is not simulated, as far as there are any. */
export function writeTest(
  { resources, unrecognised, basePath, credentials }: WrittenService,
  { module }: TestOptions,
): string {
  const init = (method: string) => {
    const parts = [
      ...(method === 'GET' ? [] : [`method: ${text(method)}`]),
      ...(credentials === undefined ? [] : ['headers']),
    ]
    return parts.length === 0 ? '' : `, { ${parts.join(', ')} }`
  }
  const pathOf = ({ path }: Operation, last: string) => {
    const names = path.match(/\{\w+\}/g) ?? []
    const filled = names.reduce((so, name, index) => so.replace(name, index === names.length - 1 ? last : 'any'), path)
    return `\`${(basePath + filled).replace(/[`\\]/g, '\\$&')}\``
  }
  const find = (kind: string) => {
    for (const resource of resources) {
      const found = resource.operations.find((each) => each.kind === kind && isPlain(resource, each.operation))
      if (found !== undefined) return { resource, operation: found.operation }
    }
    return undefined
  }
  const [list, get, [other]] = [find('list'), find('get'), unrecognised]
  const tests = [
    ...(list === undefined
      ? []
      : [
          `test(${text(`${list.operation.name} lists`)}, async () => {
  const { fetch } = createSimulator({ service })
  const response = await fetch(${text(basePath + list.operation.path)}${init('GET')})
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('{')
})`,
        ]),
    ...(get === undefined
      ? []
      : [
          `test(${text(`${get.operation.name} reads a record`)}, async () => {
  const { db, fetch } = createSimulator({ service })
  const [record] = db.${get.resource.name}.list()
  const response = await fetch(${pathOf(get.operation, `\${record?.${get.resource.key}}`)}${init('GET')})
  expect(response.status).toBe(200)
})`,
        ]),
    ...(other === undefined
      ? []
      : [
          `test(${text(`${other.name} is not simulated yet`)}, async () => {
  const { fetch } = createSimulator({ service })
  const response = await fetch(${pathOf(other, 'any')}${init(other.method)})
  expect(response.status).toBe(501)
})`,
        ]),
  ]
  const head = `import { createSimulator } from 'deploymock/engine'
import { expect, test } from 'vitest'
import { service } from ${text(module)}`
  const headers = credentials === undefined ? [] : [`const headers = ${credentials}`]
  const all =
    tests.length > 0
      ? tests
      : [
          `test('the service starts', () => {
  expect(createSimulator({ service }).scenario.name).toBe('default')
})`,
        ]
  return `${[head, ...headers, ...all].join('\n\n')}\n`
}

// Its path leads to a record without a path to another one before.
function isPlain({ parent, key, isSingle }: Resource, { parameters, query, method }: Operation): boolean {
  const isOpen = query.every((each) => !each.isRequired) && method === 'GET'
  return isOpen && parent === undefined && !isSingle && (parameters.length === 0 || /^\w+$/.test(key))
}
