import { listEntries, namedValues, presetValue } from '../../../engine/define/assumptions/assumptions.ts'
import type { AssumptionsFileContent, LearnedFile } from '../../../entries/files/assumptions-file.ts'
import { questions } from '../../../service/assumptions/questions.ts'
import type { AssumptionId, AssumptionOverrides } from '../../../service/types.ts'
import { isHarmless, UNREAD } from '../forms/differences.ts'
import { tellName } from '../forms/told-name.ts'
import type { Reader } from '../reader/reader.ts'
import { describeDifference, describeRequest } from './describe.ts'
import { describeStatus, joinDeviations, keyOfDeviation, listDeviations } from './differences.ts'
import type { Learned, LearnOptions } from './learn.ts'

/** Returns the content of the file that says what was learned. It contains no data of the service. */
export function toFileContent(
  { preset, assumptions, undecided, unexplained, evidence, forms }: Learned,
  describe = describeRequest,
): AssumptionsFileContent {
  const deviations = listDeviations({ unexplained, forms })
  const { told, isHidden } = tellStatuses(assumptions)
  const accepted = [
    ...(isHidden ? [describeStatus('')] : []),
    ...deviations.map(({ operation, aspect, value }) => ({ operation, aspect, value })),
  ]
  return {
    preset,
    assumptions: { ...assumptions, ...told },
    undecided: Object.fromEntries(
      Object.entries(undecided).map(([id, { possible, because, likeliest }]) => {
        const usual = presetValue(questions, questions.register[id as AssumptionId], preset)
        const simulated = possible.includes(usual) ? usual : likeliest
        return [id, { possible: [...possible], because, simulated }]
      }),
    ),
    unexplained: joinDeviations(deviations.filter((each) => !isHarmless(each))).map(
      ({ operation, requests: [first = operation, ...others], expected, received }) => ({
        request: others.length === 0 ? first : `${first}, and ${others.length} more`,
        expected,
        received,
      }),
    ),
    evidence: Object.fromEntries(
      Object.entries(evidence).map(([id, { request, received, other }]) => {
        return [id, { request: describe(request), received: describeDifference(received, other) }]
      }),
    ),
    ...(accepted.length > 0 && { accepted }),
  }
}

/** Leaves out statuses with words that may be private. */
function tellStatuses({ statusValues }: Learned['assumptions']) {
  const isNamed = statusValues === undefined || namedValues(questions.register.statusValues).includes(statusValues)
  const all = isNamed ? [] : statusValues.split(',')
  const told = all.filter((status) => tellName(status) === status)
  const isHidden = told.length < all.length
  return { isHidden, told: isHidden ? { statusValues: told.join(',') } : {} }
}

/** Adds what an earlier run has decided to what is known. What the records of today show is as it is today. */
export function addDecided<Known extends Pick<LearnOptions, 'assumptions'>>(
  prepared: Known,
  { assumptions = {} }: Partial<LearnedFile> = {},
): Known & Pick<LearnOptions, 'assumptions' | 'decided' | 'requests'> {
  const all = { ...(assumptions as AssumptionOverrides), ...prepared.assumptions }
  const decided = (Object.keys(assumptions) as AssumptionId[]).filter((id) => prepared.assumptions?.[id] === undefined)
  // What is asked in any case was asked then.
  return { ...prepared, assumptions: all, decided, ...(decided.length > 0 && { requests: [] }) }
}

/** Joins what an earlier run has learned with what was learned now. */
export function joinContents(
  { from, assumptions = {}, evidence = {}, unexplained = [], accepted = [] }: Partial<LearnedFile> = {},
  now: AssumptionsFileContent,
  { url, sent }: Reader,
): AssumptionsFileContent {
  const open = new Set(Object.keys(now.undecided ?? {}))
  const keep = <Value>(known: Readonly<Record<string, Value>>, found: Readonly<Record<string, Value>> = {}) => {
    const all = { ...known, ...found }
    const ids = listEntries(questions).map(([id]) => id)
    return Object.fromEntries(ids.flatMap((id) => (all[id] === undefined || open.has(id) ? [] : [[id, all[id]]])))
  }
  const all = [...unexplained, ...(now.unexplained ?? [])]
  // Where lists are, a file may say since then.
  const before = accepted.filter(({ aspect }) => aspect !== UNREAD)
  const known = [...new Map([...before, ...(now.accepted ?? [])].map((each) => [keyOfDeviation(each), each])).values()]
  return {
    from: { url, at: new Date().toISOString().slice(0, 10), requests: (from?.requests ?? 0) + sent },
    ...now,
    assumptions: keep(assumptions as Readonly<Record<string, unknown>>, now.assumptions),
    unexplained: [...new Map(all.map((each) => [JSON.stringify(each), each])).values()],
    evidence: keep(evidence, now.evidence),
    ...(known.length > 0 && { accepted: known }),
  }
}
