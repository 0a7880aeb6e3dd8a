// What is known about a service before it is asked: its data, and the requests that may tell something.

import { isThere } from '../../engine/assumptions/answers.ts'
import {
  type AssumptionOverrides,
  type Assumptions,
  listEntries,
  namedValues,
  resolveAssumptions,
} from '../../engine/assumptions/assumptions.ts'
import { findResource } from '../../engine/define/operation/responses.ts'
import type { Fields } from '../../engine/define/resource/resource.ts'
import { createSimulator } from '../../engine/simulator/simulator.ts'
import { type AssumptionId, PRESETS, type Preset, questions } from '../../service/assumptions/register.ts'
import { statusValuesOf } from '../../service/assumptions/values.ts'
import { operations } from '../../service/operations.ts'
import { service } from '../../service/service.ts'
import { isAllowed } from '../reader/allowed.ts'
import type { Reader } from '../reader/reader.ts'
import type { ServiceRecords } from '../records/records.ts'
import { toStored } from '../records/stored-records.ts'
import { toScenario } from '../records/to-scenario.ts'
import { type CandidateParts, listCandidates, listKnownPaths, listSamples } from './candidates.ts'
import { listFieldNames } from './field-names.ts'
import { inferValues } from './infer.ts'
import type { LearnOptions } from './learn.ts'
import { pickExamples } from './read-examples.ts'
import { reveal } from './reveal.ts'

/** Prepares what is to be learned from the records of a service. They stay in memory. */
export function prepare(reader: Pick<Reader, 'credentials'>, read: ServiceRecords): Omit<LearnOptions, 'onProgress'> {
  const { preset } = read
  const records = reveal(read)
  const scenario = toScenario(records, 'learned')
  const variants = listVariants(preset)
  const parts: CandidateParts = {
    operations: operations.filter(({ method }) => method === 'GET'),
    db: createSimulator(service, { scenario: toScenario(pickExamples(records), 'examples'), preset }).db,
    variants,
    ...createLookup(records),
  }
  return {
    preset,
    assumptions: nameStatuses(scenario.assumptions ?? {}),
    certain: inferValues(read),
    scenario,
    known: { ...listFieldNames(service.resources, variants), paths: listKnownPaths(parts) },
    candidates: listCandidates(parts).filter(isAllowed),
    samples: listSamples(parts).filter(isAllowed),
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

/** The assumptions of all presets, and those in which one value differs from the preset's. */
function listVariants(preset: Preset): Assumptions[] {
  const single = listEntries(questions).flatMap(([id, entry]) =>
    namedValues(entry).map((value) => resolveAssumptions(questions, preset, { [id satisfies AssumptionId]: value })),
  )
  return [
    resolveAssumptions(questions, preset),
    ...PRESETS.map((each) => resolveAssumptions(questions, each)),
    ...single,
  ]
}

// The simulator accepts every value.
function placeholderOf(header: string): string {
  return header.toLowerCase() === 'authorization' ? 'Bearer any' : 'any'
}
