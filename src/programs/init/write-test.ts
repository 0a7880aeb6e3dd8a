/** Writes the test beside a service that was made from a document. */

import type { Operation } from './operations.ts'
import type { Kind, Resource } from './recognise.ts'
import { text } from './source.ts'
import type { WrittenService } from './write-service.ts'

export interface TestOptions {
  /** How the test imports the service. */
  readonly module: string
}

/** Writes tests of a list, of a record, and of an operation that is not simulated, as far as there are any. */
export function writeTest(service: WrittenService, { module }: TestOptions): string {
  const { resources, unrecognised, basePath, headers } = service
  const send = ({ path, method }: Operation, last: string) => {
    const names = path.match(/\{\w+\}/g) ?? []
    const filled = names.reduce((so, name, index) => so.replace(name, index === names.length - 1 ? last : 'any'), path)
    const parts = [method !== 'GET' && `method: ${text(method)}`, headers !== undefined && 'headers'].filter(Boolean)
    const init = parts.length === 0 ? '' : `, { ${parts.join(', ')} }`
    return `await fetch(\`${(basePath + filled).replace(/[`\\]/g, '\\$&')}\`${init})`
  }
  const find = (kind: Kind) => {
    for (const resource of resources) {
      const found = resource.operations.find((each) => each.kind === kind && isPlain(resource, each.operation))
      if (found !== undefined) return { resource, ...found }
    }
    return undefined
  }
  const tests: string[] = []
  const add = (title: string, ...lines: readonly string[]) =>
    tests.push(`test(${text(title)}, async () => {\n${lines.map((each) => `  ${each}\n`).join('')}})`)
  const expectStatus = (status: number) => `expect(response.status).toBe(${status})`
  const [all, one, [other]] = [find('list'), find('get'), unrecognised]
  const start = 'const { fetch } = createSimulator({ service })'
  if (all !== undefined)
    add(
      `${all.operation.name} lists`,
      start,
      `const response = ${send(all.operation, '')}`,
      expectStatus(200),
      "expect(await response.text()).toContain('{')",
    )
  if (one !== undefined)
    add(
      `${one.operation.name} reads a record`,
      'const { db, fetch } = createSimulator({ service })',
      `const [record] = db.${one.resource.name}.list()`,
      `const response = ${send(one.operation, `\${record?.${one.resource.key}}`)}`,
      expectStatus(one.operation.success.status),
    )
  if (other !== undefined)
    add(`${other.name} is not simulated yet`, start, `const response = ${send(other, 'any')}`, expectStatus(501))
  if (tests.length === 0)
    add('the service starts', "expect(createSimulator({ service }).scenario.name).toBe('default')")
  const imports = `import { createSimulator } from 'deploymock/engine'
import { expect, test } from 'vitest'
import { service } from ${text(module)}`
  return `${[imports, ...(headers === undefined ? [] : [`const headers = ${headers}`]), ...tests].join('\n\n')}\n`
}

// Its path leads to a record without a path to another one before.
function isPlain({ parent, key, isSingle }: Resource, { parameters, query, method }: Operation): boolean {
  const isOpen = query.every((each) => !each.isRequired) && method === 'GET'
  return isOpen && parent === undefined && !isSingle && (parameters.length === 0 || /^\w+$/.test(key))
}
