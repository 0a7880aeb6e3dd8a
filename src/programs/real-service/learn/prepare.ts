// What is known about a service before it is asked: its data, and the requests that may tell something.

import * as z from 'zod'
import { templateOf } from '../../../engine/contract/operation/operation.ts'
import { findResource } from '../../../engine/contract/operation/responses.ts'
import { isThere, namedValues, resolveAssumptions } from '../../../engine/define/assumptions/assumptions.ts'
import type { AnyResource, Fields } from '../../../engine/define/resource/resource.ts'
import { isRecord, unwrap } from '../../../engine/input/schemas/schema-walk.ts'
import { createSimulator } from '../../../engine/simulator/simulator.ts'
import { questions } from '../../../service/assumptions/questions.ts'
import { statusValuesOf } from '../../../service/assumptions/values.ts'
import { deploymentWire } from '../../../service/resources/deployments/wire.ts'
import { service } from '../../../service/service.ts'
import type { AssumptionOverrides, Assumptions, OperationName } from '../../../service/types.ts'
import { type FormDifference, UNREAD } from '../forms/differences.ts'
import { isAllowed } from '../reader/allowed.ts'
import type { ReadRequest } from '../reader/messages.ts'
import type { Reader } from '../reader/reader.ts'
import type { JsonObject, ServiceRecords } from '../records/records.ts'
import { listVariants } from '../records/sources.ts'
import { toStored } from '../records/stored-records.ts'
import { toScenario } from '../records/to-scenario.ts'
import { describeSecrets, type Knowledge } from './aspects.ts'
import { type CandidateParts, listCandidates, listKnownPaths, listProbes, listSamples } from './candidates.ts'
import type { LearnOptions } from './learn.ts'
import { listNeighbours } from './neighbours.ts'
import { pickExamples } from './read-examples.ts'
import { findSpelling } from './spelling.ts'

const { operations } = service

/** Prepares what is to be learned from the records of a service. They stay in memory. */
export function prepare(reader: Pick<Reader, 'credentials'>, read: ServiceRecords): Omit<LearnOptions, 'onProgress'> {
  const { preset } = read
  const records = reveal(read)
  const scenario = toScenario(records, 'learned')
  const variants = listVariants(resolveAssumptions(questions, preset))
  const parts: CandidateParts = {
    operations: operations.filter(({ method }) => method === 'GET'),
    db: createSimulator(service, { scenario: toScenario(pickExamples(records), 'examples'), preset }).db,
    variants,
    longest: read.longest ?? 100,
    ...createLookup(records),
  }
  const candidates = listCandidates(parts).filter(isAllowed)
  const paths = listKnownPaths(parts)
  const byText = new Map(candidates.map((request) => [JSON.stringify(request), request]))
  // One request is asked once.
  const select = (requests: readonly ReadRequest[]) =>
    requests.filter(isAllowed).map((request) => byText.get(JSON.stringify(request)) ?? request)
  return {
    preset,
    assumptions: nameStatuses(scenario.assumptions ?? {}),
    certain: inferValues(read),
    scenario,
    known: {
      ...listFieldNames(service.resources, variants),
      hasRead: ({ path }) => paths.has(path.replace(/\/$/, '')),
      ...(read.longest === undefined ? {} : { longest: read.longest }),
    },
    hasRecords: parts.hasRecords,
    spell: findSpelling(read.records),
    requests: select(listProbes(parts)),
    candidates,
    samples: select(listSamples(parts)),
    unread: operations.flatMap((operation): FormDifference[] => {
      const path = read.unread?.has(operation.name as OperationName)
        ? templateOf(operation, variants[0] ?? {})
        : undefined
      if (path === undefined) return []
      return [
        { operation: operation.name as OperationName, request: `GET ${path}`, aspect: UNREAD, value: 'not there' },
      ]
    }),
    listNeighbours: (values) =>
      listNeighbours(parts, values as Assumptions).flatMap(({ request, ...rest }) =>
        select([request]).map((each) => ({ request: each, ...rest })),
      ),
    credentials: Object.fromEntries((reader.credentials?.names ?? []).map((name) => [name, placeholderOf(name)])),
  }
}

function createLookup(records: ServiceRecords): Pick<CandidateParts, 'recordsOf' | 'hasRecords' | 'isIncomplete'> {
  const stored = new Map<string, readonly Fields[]>(toStored(records).stored)
  const assumptions = resolveAssumptions(questions, records.preset)
  const listed = operations.flatMap((operation) => {
    const shape = operation.responses[200]
    const resource = shape === undefined ? undefined : findResource(shape)
    return resource !== undefined && isThere(operation, assumptions) ? [resource.name] : []
  })
  const hasRecords = (name: string) => (stored.get(name) ?? []).length > 0
  const isIncomplete = (name: string) => records.incomplete?.has(name) ?? false
  const isKnown = (name: string) => listed.includes(name) && hasRecords(name) && !isIncomplete(name)
  return {
    // Of what no list of the preset has, others may exist. Records of an empty list may be in another one.
    recordsOf: (name) => (isKnown(name) ? stored.get(name) : undefined),
    hasRecords,
    isIncomplete,
  }
}

/** Replaces a list of statuses by the value that has a name, if there is one. */
function nameStatuses(assumptions: AssumptionOverrides): AssumptionOverrides {
  if (assumptions.statusValues === undefined) return assumptions
  const listOf = (overrides: AssumptionOverrides) =>
    [...statusValuesOf(resolveAssumptions(questions, undefined, overrides))].sort().join()
  const named = namedValues(questions.register.statusValues).find(
    (name) => listOf({ statusValues: name }) === listOf(assumptions),
  )
  return named === undefined ? assumptions : { ...assumptions, statusValues: named }
}

// The simulator accepts every value.
function placeholderOf(header: string): string {
  return header.toLowerCase() === 'authorization' ? 'Bearer any' : 'any'
}

// Fewer records have all values by chance.
const LEAST_COMPLETE = 8

/**
 * Returns the values that records tell though no request does. If no deployment lacks a value, none can: where fields
 * may lack one, some always do, because a deployment comes from a repository or from an image.
 */
export function inferValues({ records }: Pick<ServiceRecords, 'records'>): AssumptionOverrides {
  const listed = records.get('deployments') ?? []
  const isComplete = (schema: z.ZodType) => listed.every((record) => hasAllValues(schema, record))
  const isTold = listed.length >= LEAST_COMPLETE && Object.values(deploymentWire).some(isComplete)
  return isTold ? { nullableFields: 'none' } : {}
}

function hasAllValues(schema: z.ZodType, value: unknown): boolean {
  if (value === null || value === undefined) return false
  const inner = unwrap(schema)
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.every((item) => hasAllValues(inner.element as z.ZodType, item))
  }
  if (!(inner instanceof z.ZodObject) || !isRecord(value)) return true
  return Object.entries<z.ZodType>(inner.shape).every(([name, field]) => hasAllValues(field, value[name]))
}

// Fewer values look alike by chance.
const LEAST_ALIKE = 8
const LEAST_SECRETS = 3

const TIMES = ['created_at', 'updated_at'] as const
const WHOLE_SECONDS = /^(.*\d\d:\d\d:\d\d)(?:\.0+)?(Z|[+-]\d\d:\d\d)?$/

/**
 * Returns records as the service may store them. If all times of a field are whole seconds, it probably leaves the rest out,
 * and if none of its secrets is clear, it hides them. Repositories are in another order than that of their list, which
 * may be that of their names.
 */
export function reveal(read: ServiceRecords): ServiceRecords {
  const all = [...read.records.values()].flat()
  const whole = TIMES.filter((name) => {
    const times = all.map(({ [name]: time }) => time).filter((each) => typeof each === 'string')
    return times.length >= LEAST_ALIKE && times.every((time) => WHOLE_SECONDS.test(time))
  })
  const secrets = all.flatMap(({ secrets: listed }) => (Array.isArray(listed) ? listed.filter(isRecord) : []))
  const kinds = new Set(describeSecrets(secrets.map(({ value }) => value)))
  const isHidden = !kinds.has('clear') && (kinds.has('hidden otherwise') || secrets.length >= LEAST_SECRETS)
  const change = (record: JsonObject): JsonObject => ({
    ...record,
    ...addFractions(record, whole),
    ...(isHidden && Array.isArray(record.secrets)
      ? { secrets: record.secrets.map((secret, place) => showSecret(secret, `secret ${place} of ${record.id}`)) }
      : {}),
  })
  const records = new Map([...read.records].map(([name, listed]) => [name, listed.map(change)]))
  const repositories = records.get('repositories')
  if (repositories !== undefined) records.set('repositories', repositories.toReversed())
  return { ...read, records }
}

function addFractions(record: JsonObject, whole: readonly string[]): JsonObject {
  const told = whole.flatMap((name) => {
    const { [name]: time } = record
    return typeof time === 'string' ? [[name, time.replace(WHOLE_SECONDS, '$1.123457$2')]] : []
  })
  return Object.fromEntries(told)
}

function showSecret(secret: unknown, value: string): unknown {
  return isRecord(secret) ? { ...secret, value } : secret
}

/** Lists the names of all fields that records of these resources can have under some of these assumptions. */
function listFieldNames(
  resources: readonly AnyResource[],
  variants: readonly Assumptions[],
): Pick<Knowledge, 'fields' | 'optional' | 'derived'> {
  const names = { fields: new Set<string>(), optional: new Set<string>(), derived: new Set<string>() }
  for (const { wire, schema } of resources) {
    const stored = new Map(listNames(schema))
    const written = wire === undefined ? [] : variants.flatMap((each) => [...listNames(wire.schemaOf(each))])
    for (const [name, isOptional] of written) {
      names.fields.add(name)
      if (isOptional) names.optional.add(name)
      if (isOptional && !stored.has(name)) names.derived.add(name)
    }
  }
  return names
}

function* listNames(schema: z.ZodType): Iterable<readonly [name: string, isOptional: boolean]> {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodArray) yield* listNames(inner.element as z.ZodType)
  if (!(inner instanceof z.ZodObject)) return
  for (const [name, field] of Object.entries<z.ZodType>(inner.shape)) {
    yield [name, field.safeParse(null).success || field.safeParse(undefined).success]
    yield* listNames(field)
  }
}
