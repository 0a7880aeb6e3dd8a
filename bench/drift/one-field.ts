// Looks for drift after one field of the responses of one operation has changed.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod'
import { resolveAssumptions } from '../../src/engine/define/assumptions/assumptions.ts'
import { isRecord, unwrap } from '../../src/engine/input/schemas/schema-walk.ts'
import { openDraw } from '../../src/engine/store/random.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { type Drift, findDrift, isNone } from '../../src/programs/real-service/drift/drift.ts'
import { schemaOfResult } from '../../src/programs/real-service/forms/differences.ts'
import type { Form } from '../../src/programs/real-service/forms/form.ts'
import { watchForms } from '../../src/programs/real-service/forms/watch.ts'
import { keyOfDeviation } from '../../src/programs/real-service/learn/differences.ts'
import { learn } from '../../src/programs/real-service/learn/learn.ts'
import { prepare } from '../../src/programs/real-service/learn/prepare.ts'
import { readExamples } from '../../src/programs/real-service/learn/read-examples.ts'
import { toFileContent } from '../../src/programs/real-service/learn/to-file.ts'
import { findAllowed, isAllowed } from '../../src/programs/real-service/reader/allowed.ts'
import { createReader, type Reader } from '../../src/programs/real-service/reader/reader.ts'
import type { Preset } from '../../src/service/assumptions/presets.ts'
import { questions } from '../../src/service/assumptions/questions.ts'
import { operations } from '../../src/service/operations.ts'
import type { OperationName } from '../../src/service/scenario.ts'

/** What happens to a field. */
export type Kind = 'renamed' | 'removed' | 'retyped' | 'null' | 'word'

/** A change of a field. */
export interface FieldChange {
  readonly operation: OperationName
  /** The path of the operation. */
  readonly target: string
  /** Where the field is: `resources[].name`. */
  readonly path: string
  readonly kind: Kind
}

/** A change, and what was said about it. */
export interface FieldLook extends FieldChange {
  readonly drift: Drift
  /** Whether some response was changed. */
  readonly isShown: boolean
  readonly isReported: boolean
  /** Whether what is reported names the field. */
  readonly isNamed: boolean
  /** Whether it also names the operation. */
  readonly isPlaced: boolean
}

/** What was learned before the change. */
export type Known = Awaited<ReturnType<typeof learnFields>>

const CREDENTIALS = {
  'x-api-key': 'any',
  authorization: 'Bearer any',
  'x-tenant-id': '00000000-0000-4000-8000-000000000001',
}

const SCENARIO = {
  name: 'fields',
  seed: 5,
  now: '2026-03-02T09:00:00Z',
  providers: 3,
  integrations: [
    { kind: 'standard' as const, name: 'one', repositories: 4 },
    { kind: 'alternate' as const, name: 'two', repositories: 3 },
  ],
  listeners: 2,
  tokens: 3,
  deployments: 14,
}

/** Learns a service, and lists all changes of a field that its responses show. */
export async function learnFields(preset: Preset) {
  return withReader(preset, undefined, async (reader) => {
    const watched = watchForms(reader)
    const learned = await learn(watched, prepare(watched, await readExamples(watched, { preset })))
    const { assumptions = {}, accepted = [] } = toFileContent(learned)
    const resolved = resolveAssumptions(questions, preset)
    const changes = operations.flatMap((operation): FieldChange[] => {
      const form = watched.forms.get(operation.name)
      const schema = schemaOfResult(operation, resolved)
      if (form === undefined || schema === undefined) return []
      const { template } = operation
      const target = typeof template === 'string' ? template : template(resolved)
      return [...listFields(form, schema, '')].map((field) => ({ operation: operation.name, target, ...field }))
    })
    return { assumptions, accepted, changes }
  })
}

/** Draws some changes, evenly over the operations. */
export function drawChanges(changes: readonly FieldChange[], count: number, seed: number): readonly FieldChange[] {
  const draw = openDraw(seed, 'bench/drift', 0, 'fields')
  const groups = [...new Set(changes.map(({ operation }) => operation))].map((name) => ({
    left: changes.filter(({ operation }) => operation === name),
  }))
  const drawn: FieldChange[] = []
  while (drawn.length < Math.min(count, changes.length)) {
    for (const { left } of groups) {
      if (left.length > 0) drawn.push(...left.splice(draw.integer(0, left.length - 1), 1))
    }
  }
  return drawn.slice(0, count)
}

/** Puts changes together that do not get into each other's way. */
export function groupChanges(changes: readonly FieldChange[], most: number): readonly (readonly FieldChange[])[] {
  const groups: FieldChange[][] = []
  for (const change of changes) {
    const free = groups.find((group) => group.length < most && group.every((each) => areApart(each, change)))
    if (free === undefined) groups.push([change])
    else free.push(change)
  }
  return groups
}

// A record whose id has changed is another one, and a response of another type has no fields.
function areApart(one: FieldChange, other: FieldChange): boolean {
  return one.operation !== other.operation || !(one.path.startsWith(other.path) || other.path.startsWith(one.path))
}

/** Looks for drift after some changes. */
export async function lookAtFields(
  preset: Preset,
  { assumptions, accepted }: Pick<Known, 'assumptions' | 'accepted'>,
  changes: readonly FieldChange[],
): Promise<readonly FieldLook[]> {
  const changed = new Map<FieldChange, number>()
  const rewrite = (name: OperationName, body: unknown) => {
    for (const change of changes) {
      if (name !== change.operation) continue
      const count = applyChange(body, change.path.split(/\.|(?=\[\])/), change.kind)
      changed.set(change, (changed.get(change) ?? 0) + count)
    }
  }
  return withReader(preset, rewrite, async (reader) => {
    const drift = await findDrift(reader, { preset, assumptions, accepted }).catch(({ message }): Drift => {
      console.log(`Failed after ${JSON.stringify(changes)}: ${message}`)
      return {
        ...{ changed: [], differences: [], deviations: [], relying: {}, unchecked: [], unread: [] },
        ...{ compared: 0, undecided: 0 },
      }
    })
    return changes.map((change) => {
      const name = change.path.split('.').at(-1)?.replaceAll(/\W/g, '')
      const naming = drift.differences.filter(({ aspect }) => new RegExp(`\\b${name}\\b`).test(aspect))
      return {
        ...change,
        drift,
        isShown: (changed.get(change) ?? 0) > 0,
        isReported: !isNone(drift),
        isNamed: naming.length > 0,
        isPlaced: naming.some((each) => keyOfDeviation(each).startsWith(`${change.target}: ${change.path}`)),
      }
    })
  })
}

function* listFields(form: Form, schema: z.ZodType, path: string): Iterable<Pick<FieldChange, 'path' | 'kind'>> {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodArray && form.items !== undefined) {
    yield* listFields(form.items, inner.element as z.ZodType, `${path}[]`)
  }
  // What free-form objects contain is data.
  if (!(inner instanceof z.ZodObject)) return
  for (const [name, field] of form.fields) {
    const declared: z.ZodType | undefined = inner.shape[name]
    if (declared === undefined) continue
    const place = path === '' ? name : `${path}.${name}`
    for (const kind of listKinds(field, declared)) yield { path: place, kind }
    yield* listFields(field, declared, place)
  }
}

function listKinds({ types }: Form, schema: z.ZodType): Kind[] {
  const hasValue = [...types.keys()].some((type) => type !== 'null')
  const isWord = unwrap(schema) instanceof z.ZodEnum || unwrap(schema) instanceof z.ZodLiteral
  return [
    'renamed',
    'removed',
    ...(hasValue ? (['retyped'] as const) : []),
    // Elsewhere, null is data.
    ...(schema.safeParse(null).success ? [] : (['null'] as const)),
    ...(hasValue && isWord ? (['word'] as const) : []),
  ]
}

/** Changes a field wherever it is. Returns how often it was. */
function applyChange(value: unknown, path: readonly string[], kind: Kind): number {
  const [name = '', ...rest] = path
  if (name === '[]') {
    return Array.isArray(value) ? value.reduce((sum: number, item) => sum + applyChange(item, rest, kind), 0) : 0
  }
  if (!isRecord(value) || !Object.hasOwn(value, name)) return 0
  const fields = value as Record<string, unknown>
  if (rest.length > 0) return applyChange(fields[name], rest, kind)
  const { [name]: before } = fields
  if (kind === 'null') fields[name] = null
  if (kind === 'renamed' || kind === 'removed') delete fields[name]
  if (kind === 'renamed') fields[`${name}_of_now`] = before
  if (before === null && kind !== 'renamed' && kind !== 'removed') return 0
  if (kind === 'word') fields[name] = 'NEVER_SEEN'
  if (kind === 'retyped') fields[name] = retype(before)
  return 1
}

function retype(value: unknown): unknown {
  if (Array.isArray(value)) return {}
  if (typeof value === 'object') return []
  return typeof value === 'string' ? 7 : String(value)
}

type Rewrite = (name: OperationName, body: unknown) => void

async function withReader<Result>(
  preset: Preset,
  rewrite: Rewrite | undefined,
  use: (reader: Reader) => Promise<Result>,
): Promise<Result> {
  const server = serveRewritten(createSimulator({ preset, scenario: SCENARIO }), rewrite).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    return await use(createReader(`http://127.0.0.1:${port}`, { rate: 100_000, headers: CREDENTIALS }))
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** A server whose results are rewritten on their way. */
function serveRewritten({ fetch }: Pick<Simulator, 'fetch'>, rewrite: Rewrite = () => undefined) {
  return createServer(async ({ method = '', url = '', headers }, response) => {
    const reply = await fetch(url, { method, headers: headers as Record<string, string>, redirect: 'manual' })
    const text = await reply.text()
    const request = { method, path: url.replace(/\?.*/s, '') }
    const isResult = method === 'GET' && reply.status === 200 && isAllowed(request)
    reply.headers.delete('content-length')
    response.writeHead(reply.status, Object.fromEntries(reply.headers))
    if (!isResult) return void response.end(text)
    const body: unknown = JSON.parse(text)
    rewrite(findAllowed(request), body)
    response.end(JSON.stringify(body))
  })
}
