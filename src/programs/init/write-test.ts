/** Writes the test beside a service that was made from a document. */

import { format } from './format.ts'
import type { DocumentOperation } from './operations.ts'
import type { OperationKind, RecognisedResource } from './recognise.ts'
import { text } from './source.ts'
import type { WrittenService } from './write-service.ts'

/** Writes tests of a list, of a record, and of an operation that is not simulated, as far as there are any. */
export function writeTest({ resources, unrecognised, ...service }: WrittenService, module: string): string {
  const { basePath, headers } = service
  const send = ({ path, method }: DocumentOperation, last: string) => {
    const names = path.match(/\{\w+\}/g) ?? []
    const filled = names.reduce((so, name, index) => so.replace(name, index === names.length - 1 ? last : 'any'), path)
    const parts = [method !== 'GET' && `method: ${text(method)}`, headers !== undefined && 'headers'].filter(Boolean)
    const init = parts.length === 0 ? '' : `, { ${parts.join(', ')} }`
    return `const response = await fetch(\`${(basePath + filled).replace(/[`\\]/g, '\\$&')}\`${init})`
  }
  const find = (kind: OperationKind) => {
    const all = resources.flatMap((resource) => resource.operations.map((each) => ({ ...each, resource })))
    return all.find((each) => each.kind === kind && isPlain(each.resource, each.operation, kind))
  }
  const tests: string[] = []
  const add = (title: string, ...lines: readonly string[]) =>
    tests.push(`test(${text(title)}, async () => {\n${lines.map((each) => `  ${each}\n`).join('')}})`)
  const expectStatus = (status: number) => `expect(response.status).toBe(${status})`
  const [all, one, [other]] = [find('list'), find('get'), unrecognised]
  if (all !== undefined)
    add(
      `${all.operation.name} lists`,
      send(all.operation, ''),
      expectStatus(200),
      "expect(await response.text()).toContain('{')",
    )
  if (one !== undefined)
    add(
      `${one.operation.name} reads a record`,
      `const [record] = db.${one.resource.name}.list()`,
      send(one.operation, `\${record?.${one.resource.key}}`),
      expectStatus(one.operation.success.status),
    )
  if (other !== undefined) add(`${other.name} is not simulated yet`, send(other, 'any'), expectStatus(501))
  if (tests.length === 0) add('the service starts', 'expect(db).toBeDefined()', 'expect(fetch).toBeDefined()')
  const used = ['db', 'fetch'].filter((name) =>
    tests.some((each) => new RegExp(` ${name}[.(]|\\(${name}\\)`).test(each)),
  )
  const imports = `import { createSimulator } from 'deploymock/engine'
import { expect, test } from 'vitest'
import { service } from ${text(module)}`
  const start = `const { ${used.join(', ')} } = createSimulator({ service })`
  return `${[imports, start, ...(headers === undefined ? [] : [format(`const headers = ${headers}`)]), ...tests].join('\n\n')}\n`
}

// Its path leads to records without a path to another one before.
function isPlain(
  { parent, key, isSingle }: RecognisedResource,
  { parameters, query, method }: DocumentOperation,
  kind: OperationKind,
): boolean {
  const isOpen = query.every((each) => !each.isRequired) && method === 'GET'
  const isNear = kind === 'list' ? parameters.length === 0 : parent === undefined && !isSingle && /^\w+$/.test(key)
  return isOpen && isNear
}
