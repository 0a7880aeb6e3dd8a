// What is known about a service before it is asked: its data, and the requests that may tell something.

import { findResource } from '../../../engine/contract/operation/responses.ts'
import { isThere, namedValues, resolveAssumptions } from '../../../engine/define/assumptions/assumptions.ts'
import type { Fields } from '../../../engine/input/schemas/schema-walk.ts'
import { createSimulator } from '../../../engine/simulator/simulator.ts'
import { questions } from '../../../service/assumptions/questions.ts'
import { statusValuesOf } from '../../../service/assumptions/values.ts'
import { service } from '../../../service/service.ts'
import type { AssumptionOverrides, Assumptions } from '../../../service/types.ts'
import { listIgnored, listUnread } from '../forms/differences.ts'
import { isAllowed } from '../reader/allowed.ts'
import type { ReadRequest } from '../reader/messages.ts'
import type { Reader } from '../reader/reader.ts'
import type { ServiceRecords } from '../records/records.ts'
import { listVariants } from '../records/sources.ts'
import { toStored } from '../records/stored-records.ts'
import { toScenario } from '../records/to-scenario.ts'
import { replaceIds } from '../records/usual-ids.ts'
import { type CandidateParts, listCandidates, listKnownPaths, listProbes, listSamples } from './candidates.ts'
import type { LearnOptions } from './learn.ts'
import { listNeighbours } from './neighbours.ts'
import { pickExamples } from './read-examples.ts'
import { findSpelling } from './spelling.ts'
import { inferValues, listFieldNames, reveal, undoZeros } from './told-by-records.ts'

const { operations } = service

/** Prepares what is to be learned from the records of a service. They stay in memory. */
export function prepare(
  reader: Pick<Reader, 'credentials'>,
  written: ServiceRecords,
): Omit<LearnOptions, 'onProgress'> {
  const read = undoZeros(written)
  const { preset } = read
  const { usual, ids } = replaceIds(read)
  const records = reveal(usual)
  const scenario = toScenario(records, 'learned')
  const { ignored = new Set() } = read
  const assumed = resolveAssumptions(questions, preset)
  const variants = listVariants(assumed)
  const parts: CandidateParts = {
    operations: operations.filter(({ method }) => method === 'GET'),
    db: createSimulator(service, { scenario: toScenario(pickExamples(records), 'examples'), preset }).db,
    variants,
    longest: read.longest ?? 100,
    isIgnored: (parameter) => ignored.has(parameter),
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
      // Nobody knows what a filter without an effect should select.
      hasRead: ({ path, query }) =>
        paths.has(path.replace(/\/$/, '')) && ![...new URLSearchParams(query).keys()].some((name) => ignored.has(name)),
      ids,
      ...(read.longest !== undefined && { longest: read.longest }),
      hasShortPages: read.hasShortPages ?? false,
    },
    hasRecords: parts.hasRecords,
    spell: findSpelling(read.records, ids),
    requests: select(listProbes(parts)),
    candidates,
    samples: select(listSamples(parts)),
    unread: [...listUnread(read.unread, assumed), ...listIgnored(ignored)],
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
