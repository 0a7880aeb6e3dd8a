// The records that the traffic of a service shows.

import { type Operation, templateOf } from '../../../engine/contract/operation/operation.ts'
import { resolveAssumptions } from '../../../engine/define/assumptions/assumptions.ts'
import { questions } from '../../../service/assumptions/questions.ts'
import { basePathsOf } from '../../../service/assumptions/values.ts'
import { operations } from '../../../service/operations.ts'
import type { AssumptionOverrides, OperationName, Preset } from '../../../service/types.ts'
import { type JsonObject, listWanted, type ReadOptions, type ServiceRecords } from '../records/records.ts'
import { LISTS, lists, parents, RECORDED, type RecordedName, repositoryLists } from '../records/sources.ts'
import { cutSpans, recordIdOf, type ShownList, type ShownLists, type Span } from './spans.ts'
import type { Traffic } from './traffic.ts'

interface TrafficOptions extends ReadOptions {
  readonly spans?: readonly Span[]
}

/**
 * Reads the records that traffic shows, each as it was shown last. What it does not show is in `missing`.
 *
 * @param spans those of the traffic, if they are known
 */
export function readTrafficRecords(
  traffic: Traffic,
  { preset, only, limit, spans = cutSpans(traffic) }: TrafficOptions,
): ServiceRecords {
  const wanted = listWanted(only)
  const { records, incomplete = new Set(), ...rest } = toRecords(joinSnapshots(spans, traffic), preset)
  const picked = [...records].flatMap(([name, all]) =>
    wanted.has(name as RecordedName) ? [[name, all.slice(0, limit)] as const] : [],
  )
  const missing = [...incomplete].filter((name) => wanted.has(name as RecordedName))
  return {
    ...rest,
    records: new Map(picked),
    incomplete,
    moved: findMoved(traffic, preset),
    missing: [
      ...missing.map((name) => `all ${name}, because no response shows where their lists end`),
      ...(wanted.has('repositories') && hasEmpty(records) ? [EMPTY] : []),
    ],
    at: traffic.exchanges.at(-1)?.to || Date.now(),
  }
}

/** Joins the lists of spans: each as it was shown last, without what was deleted. */
function joinSnapshots(spans: readonly Span[], { mutations }: Traffic): ShownLists {
  const deleted = new Set(mutations.flatMap((each) => each.deleted ?? []))
  const joined = new Map<string, ShownList>()
  for (const [key, list] of spans.flatMap(({ snapshot }) => [...snapshot])) {
    const records = new Map([...((list.isWhole ? undefined : joined.get(key)?.records) ?? []), ...list.records])
    for (const id of deleted) records.delete(id)
    joined.set(key, { ...list, records })
  }
  return joined
}

const EMPTY = 'whether each integration exists, because some services list no repositories for any other id'

/** Whether nothing but a list of no repositories shows that there is an integration. */
function hasEmpty(records: ServiceRecords['records']): boolean {
  const known = new Set(records.get('repositories')?.map(({ integration_id }) => integration_id))
  return records.get('integrations')?.some(({ id, name }) => name === undefined && !known.has(id)) ?? false
}

/** Returns where the operations are, if the preset has them elsewhere. */
function findMoved({ exchanges }: Traffic, preset: Preset): AssumptionOverrides {
  const found = exchanges.filter(({ operation, reply }) => LISTS.has(operation) && reply.status === 200)
  const prefixes = [...new Set(found.map(({ request }) => request.path.replace(/\/v\d+\/.*/, '')))]
  const usual = basePathsOf(resolveAssumptions(questions, preset))
  const isUsual = prefixes.every((each) => usual.includes(each))
  return isUsual ? {} : { versionPrefix: prefixes.map((each) => each || 'root').join() }
}

/** Returns the records of lists. A resource is incomplete if one of its lists is not there as a whole. */
export function toRecords(snapshot: ShownLists, preset: Preset): ServiceRecords {
  const records = new Map<RecordedName, JsonObject[]>()
  const whole = new Map<RecordedName, number>()
  const add = (name: RecordedName, all: readonly JsonObject[]) =>
    records.set(name, [...(records.get(name) ?? []), ...all])
  const shown = [...snapshot.values()].filter((each, _, all) => !isOfNobody(each, all))
  for (const { resource, operation, values, records: own, isWhole } of shown) {
    const told = { ...lists[resource]?.find((each) => each.operation === operation)?.told, ...values }
    add(
      resource,
      Array.from(own.values(), (record) => ({ ...record, ...told })),
    )
    if (isWhole) whole.set(resource, (whole.get(resource) ?? 0) + 1)
  }
  add('integrations', listReferred(shown, records.get('integrations') ?? []))
  const assumptions = resolveAssumptions(questions, preset)
  const listed = operations.flatMap((operation: Operation<OperationName>) =>
    templateOf(operation, assumptions) === undefined ? [] : (LISTS.get(operation.name) ?? []),
  )
  const incomplete = RECORDED.filter((name) => {
    const { [name]: parent } = parents
    // Of parents that no list has, nobody knows how many there are.
    const isCounted = parent !== undefined && listed.includes(parent)
    const count = isCounted ? records.get(parent)?.length : listed.filter((each) => each === name).length
    return listed.includes(name) && (whole.get(name) ?? 0) < (count ?? 0)
  })
  return { preset, records, missing: [], incomplete: new Set(incomplete), at: Date.now() }
}

/** Whether a list is empty because its integration is unknown. Some services refuse that, and others do not. */
function isOfNobody({ resource, operation, values, records }: ShownList, all: readonly ShownList[]): boolean {
  if (resource !== 'repositories' || records.size > 0) return false
  const listing = lists.integrations?.find(({ told }) => told?.kind === kindOf(operation))
  const known = all.find((each) => each.operation === listing?.operation && each.isWhole)
  return known !== undefined && !known.records.has(recordIdOf({ id: values.integration_id }))
}

const kindOf = (operation: OperationName) => (operation === repositoryLists.standard ? 'standard' : 'alternate')

/** Lists the integrations whose repositories were read, although no list has them. */
function listReferred(shown: readonly ShownList[], known: readonly JsonObject[]): readonly JsonObject[] {
  const ids = new Set(known.map(recordIdOf))
  const all = shown.filter(({ resource }) => resource === 'repositories')
  // Some services list nothing for an integration of the other kind.
  const sorted = all.toSorted((one, other) => one.records.size - other.records.size)
  const found = sorted.map(({ operation, values }) => ({
    id: values.integration_id,
    kind: kindOf(operation),
  }))
  return [...new Map(found.map((each) => [each.id, each])).values()].filter(({ id = '' }) => !ids.has(id))
}
