// A Vitest test as code.

import type { CopiedRequest } from './copied-request.ts'
import { buildInit } from './fetch-code.ts'
import { writeLiteral, writeString, writeTemplateText } from './literal.ts'
import type { WorldStep } from './world-steps.ts'

/** What a test expects of the response. */
export type Expectation =
  | { readonly kind: 'no connection' }
  /** The connection is cut in the middle of the body. */
  | { readonly kind: 'broken body' }
  | { readonly kind: 'no response' }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'json'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'text'; readonly status: number; readonly body: string }
  /** The ids of the records in a long list, which is a field of the body or the body itself. */
  | { readonly kind: 'ids'; readonly status: number; readonly field: string | null; readonly ids: readonly unknown[] }

/** A test to be written. */
export interface TestPlan {
  readonly title: string
  /** The options of the simulator that differ from the defaults. */
  readonly options: Readonly<Record<string, unknown>>
  /** The file with the scenario that the test starts with; null if an option names the scenario. */
  readonly file: string | null
  /** Whether the scenario begins with faults that the test does not want. */
  readonly clearsFaults: boolean
  readonly steps: readonly WorldStep[]
  readonly faults: readonly object[]
  /** The request, with a URL that is relative to that of the service. */
  readonly request: CopiedRequest
  readonly expectation: Expectation
}

/** Writes the code of a test. */
export function buildTestCode(plan: TestPlan): string {
  const { file, request, expectation } = plan
  const lines = [
    ...(plan.clearsFaults ? ['simulator.faults.clear()'] : []),
    ...plan.steps.map(writeStep),
    ...plan.faults.map((fault) => `simulator.faults.add(${writeLiteral(fault, '  ')})`),
    ...(request.lacksBody ? ['// The body of this request was too large for the request log.'] : []),
    ...writeRequest(request, expectation),
  ]
  return [
    ...(file === null ? [] : ["import { readFileSync } from 'node:fs'"]),
    "import { expect } from 'vitest'",
    `import { test${hasOptions(plan) ? ' as base' : ''} } from 'deploymock/vitest'`,
    '',
    ...writeOptions(plan),
    `test(${writeString(plan.title)}, async ({ simulator }) => {`,
    ...lines.map((line) => `  ${line}`),
    '})',
    '',
  ].join('\n')
}

function hasOptions({ options, file }: TestPlan): boolean {
  return file !== null || Object.keys(options).length > 0
}

function writeOptions(plan: TestPlan): string[] {
  if (!hasOptions(plan)) return []
  const { file, options } = plan
  if (file === null) return [`const test = base.extend('simulatorOptions', ${writeLiteral(options)})`, '']
  const rest = Object.entries(options).map(([name, value]) => `, ${name}: ${writeLiteral(value)}`)
  return [
    `const scenario = JSON.parse(readFileSync(new URL(${writeString(`./${file}`)}, import.meta.url), 'utf8'))`,
    `const test = base.extend('simulatorOptions', { scenario${rest.join('')} })`,
    '',
  ]
}

function writeStep(step: WorldStep): string {
  const collection = `simulator.db.${step.resource}`
  if (step.kind === 'create') return `${collection}.create(${writeLiteral(step.fields, '  ')})`
  if (step.kind === 'delete') return `${collection}.delete(${writeString(step.id)})`
  return `${collection}.update(${writeString(step.id)}, ${writeLiteral(step.changes, '  ')})`
}

function writeRequest(request: CopiedRequest, expectation: Expectation): string[] {
  if (expectation.kind === 'no connection') {
    return [`await expect(${writeFetch(request)}).rejects.toThrow(TypeError)`]
  }
  if (expectation.kind === 'broken body') {
    return [
      `const body = ${writeFetch(request)}.then((response) => response.text())`,
      'await expect(body).rejects.toThrow()',
    ]
  }
  if (expectation.kind === 'no response') {
    const call = writeFetch(request, 'signal: AbortSignal.timeout(200)')
    return [`await expect(${call}).rejects.toThrow(/timeout|aborted/i)`]
  }
  return [
    `const response = await ${writeFetch(request)}`,
    `expect(response.status).toBe(${expectation.status})`,
    ...writeBodyExpectation(expectation),
  ]
}

function writeFetch(request: CopiedRequest, more?: string): string {
  const init = buildInit(request, '  ')
  const url = `\`\${simulator.url}${writeTemplateText(request.url)}\``
  if (more === undefined) return init === undefined ? `fetch(${url})` : `fetch(${url}, ${init})`
  return init === undefined ? `fetch(${url}, { ${more} })` : `fetch(${url}, { ...${init}, ${more} })`
}

function writeBodyExpectation(expectation: Expectation): string[] {
  if (expectation.kind === 'json') {
    return [`expect(await response.json()).toEqual(${writeLiteral(expectation.body, '  ')})`]
  }
  if (expectation.kind === 'text') return [`expect(await response.text()).toBe(${writeString(expectation.body)})`]
  if (expectation.kind !== 'ids') return []
  const { field, ids } = expectation
  const name = field ?? 'records'
  const [left, type] = field === null ? [name, '{ id: unknown }[]'] : [`{ ${name} }`, `{ ${name}: { id: unknown }[] }`]
  return [
    `const ${left} = (await response.json()) as ${type}`,
    `expect(${name}.map(({ id }) => id)).toEqual(${writeLiteral(ids, '  ')})`,
  ]
}
