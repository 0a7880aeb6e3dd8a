// A Vitest test as code.

import type { CopiedRequest } from './copied-request.ts'
import { writeInit } from './fetch-code.ts'
import { writeLiteral, writeString, writeTemplateText } from './literal.ts'
import type { WorldStep } from './world-steps.ts'

export type Expectation =
  | { readonly kind: 'no connection' }
  /** The connection is cut in the middle of the body. */
  | { readonly kind: 'broken body' }
  | { readonly kind: 'no response' }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'json'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'text'; readonly status: number; readonly body: string }
  /** What tells the records of a list apart, which is a field of the body or the body itself. */
  | {
      readonly kind: 'values'
      readonly status: number
      readonly field: string | null
      readonly by: string
      readonly values: readonly unknown[]
      /** Whether their order may be another one. They are sorted then. */
      readonly isOpen: boolean
    }

export interface TestStep {
  /** By how many milliseconds the clock is moved before it. Default: 0. */
  readonly move?: number
  readonly entry: { readonly faults: readonly string[] }
  readonly response: { readonly retryAfter?: string | null } | undefined
  readonly faults: readonly object[]
  /** The request, with a URL that is relative to that of the service. */
  readonly request: CopiedRequest
  readonly expectation: Expectation
  /** What somebody should know about the response. */
  readonly comment: string | undefined
}

export interface TestPlan {
  /** Whether the package has the service. Otherwise, the test imports it. */
  readonly isPackaged: boolean
  readonly title: string
  /** The options of the simulator that differ from the defaults. */
  readonly options: Readonly<Record<string, unknown>>
  /** The file with the scenario that the test starts with; null if an option names the scenario. */
  readonly file: string | null
  /** Whether the scenario begins with faults that the test does not want. */
  readonly clearsFaults: boolean
  readonly changes: readonly WorldStep[]
  readonly steps: readonly TestStep[]
}

export function buildTestCode(plan: TestPlan): string {
  const { file, steps, isPackaged } = plan
  const isExtended = !isPackaged || file !== null || Object.keys(plan.options).length > 0
  const lines = [
    ...(plan.clearsFaults ? ['simulator.faults.clear()'] : []),
    ...plan.changes.map(writeChange),
    ...steps.flatMap((step, index) => writeStep(step, steps.length === 1 ? '' : String(index + 1))),
  ]
  return [
    ...(file === null ? [] : ["import { readFileSync } from 'node:fs'"]),
    "import { expect } from 'vitest'",
    `import { test${isExtended ? ' as base' : ''} } from 'deploymock/vitest'`,
    ...(isPackaged ? [] : ['// Where your service is declared.', "import { service } from './service.js'"]),
    '',
    ...(isExtended ? writeOptions(plan) : []),
    `test(${writeString(plan.title)}, async ({ simulator }) => {`,
    ...lines.map((line) => `  ${line}`),
    '})',
    '',
  ].join('\n')
}

function writeOptions({ file, options, isPackaged }: TestPlan): string[] {
  if (file === null && isPackaged) return [`const test = base.extend('simulatorOptions', ${writeLiteral(options)})`, '']
  const given = [
    ...(isPackaged ? [] : ['service']),
    ...(file === null ? [] : ['scenario']),
    ...Object.entries(options).map(([name, value]) => `${name}: ${writeLiteral(value)}`),
  ]
  const read = `JSON.parse(readFileSync(new URL(${writeString(`./${file}`)}, import.meta.url), 'utf8'))`
  return [
    ...(file === null ? [] : [`const scenario = ${read}`]),
    `const test = base.extend('simulatorOptions', { ${given.join(', ')} })`,
    '',
  ]
}

function writeChange(change: WorldStep): string {
  const collection = `simulator.db.${change.resource}`
  if (change.kind === 'create') return `${collection}.create(${writeLiteral(change.fields, '  ')})`
  if (change.kind === 'delete') return `${collection}.delete(${writeString(change.id)})`
  return `${collection}.update(${writeString(change.id)}, ${writeLiteral(change.changes, '  ')})`
}

/** Writes a request. @param number what tells its variables from those of the others */
function writeStep(step: TestStep, number: string): string[] {
  const { faults, request, comment, move = 0 } = step
  return [
    ...(move === 0 ? [] : [`simulator.clock.advance(${move})`]),
    ...faults.map((fault) => `simulator.faults.add(${writeLiteral(fault, '  ')})`),
    ...(request.lacksBody ? ['// The body of this request was too large for the request log.'] : []),
    ...(comment === undefined ? [] : [`// ${comment}`]),
    ...writeRequest(step, number),
  ]
}

function writeRequest(step: TestStep, number: string): string[] {
  const { request, expectation } = step
  if (expectation.kind === 'no connection') {
    return [`await expect(${writeFetch(request)}).rejects.toThrow(TypeError)`]
  }
  if (expectation.kind === 'broken body') {
    return [
      `const body${number} = ${writeFetch(request)}.then((response) => response.text())`,
      `await expect(body${number}).rejects.toThrow()`,
    ]
  }
  if (expectation.kind === 'no response') {
    const call = writeFetch(request, 'signal: AbortSignal.timeout(200)')
    return [`await expect(${call}).rejects.toThrow(/timeout|aborted/i)`]
  }
  return [
    `const response${number} = await ${writeFetch(request)}`,
    `expect(response${number}.status).toBe(${expectation.status})`,
    ...writeRetryAfter(step, number),
    ...writeBodyExpectation(expectation, number),
  ]
}

/** Writes the expectation of a Retry-After that a fault has sent. */
function writeRetryAfter({ entry, response }: TestStep, number: string): string[] {
  if (entry.faults.length === 0 || !response?.retryAfter) return []
  return [`expect(response${number}.headers.get('retry-after')).toBe(${writeString(response.retryAfter)})`]
}

function writeFetch(request: CopiedRequest, more?: string): string {
  const init = writeInit(request, '  ')
  const url = `\`\${simulator.url}${writeTemplateText(request.url)}\``
  if (more === undefined) return init === undefined ? `fetch(${url})` : `fetch(${url}, ${init})`
  return init === undefined ? `fetch(${url}, { ${more} })` : `fetch(${url}, { ...${init}, ${more} })`
}

function writeBodyExpectation(expectation: Expectation, number: string): string[] {
  const response = `await response${number}`
  if (expectation.kind === 'json') {
    return [`expect(${response}.json()).toEqual(${writeLiteral(expectation.body, '  ')})`]
  }
  if (expectation.kind === 'text') return [`expect(${response}.text()).toBe(${writeString(expectation.body)})`]
  if (expectation.kind !== 'values') return []
  const { field, by, values, isOpen } = expectation
  const list = `{ ${by}: unknown }[]`
  const [name, type] = field === null ? ['', list] : [`.${field}`, `{ ${field}: ${list} }`]
  return [
    `const body${number} = (${response}.json()) as ${type}`,
    `expect(body${number}${name}.map(({ ${by} }) => ${by})${isOpen ? '.sort()' : ''}).toEqual(${writeLiteral(values, '  ')})`,
  ]
}
