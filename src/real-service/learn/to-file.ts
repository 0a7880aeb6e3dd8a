// What was learned, as the content of a file.

import { type AssumptionOverrides, listEntries } from '../../engine/assumptions/assumptions.ts'
import type { AssumptionId } from '../../engine/define/service-types.ts'
import type { AssumptionsFileContent, LearnedFile } from '../../files/assumptions-file.ts'
import { questions } from '../../service/assumptions/register.ts'
import type { Reader } from '../reader/reader.ts'
import type { Aspects } from './aspects.ts'
import { describeDifference, describeRequest } from './describe.ts'
import { hasForm, nameAll } from './differences.ts'
import type { Learned, LearnOptions } from './learn.ts'

/** Returns the content of the file that says what was learned. It contains no data of the service. */
export function toFileContent({
  preset,
  assumptions,
  undecided,
  unexplained,
  evidence,
  forms,
}: Learned): AssumptionsFileContent {
  const accepted = [...nameAll({ unexplained, forms }).keys()]
  return {
    preset,
    assumptions,
    undecided: Object.fromEntries(
      Object.entries(undecided).map(([id, { possible, because }]) => [id, { possible: [...possible], because }]),
    ),
    unexplained: [...describeForms(forms), ...describeUnexplained(unexplained, forms)],
    evidence: Object.fromEntries(
      Object.entries(evidence).map(([id, { request, received, other }]) => {
        const [seen] = describeDifference(received, other)
        return [id, { request: describeRequest(request), received: seen }]
      }),
    ),
    ...(accepted.length === 0 ? {} : { accepted }),
  }
}

type Unexplained = NonNullable<AssumptionsFileContent['unexplained']>

// The list of what is accepted has all of them.
const MOST_FIELDS = 5

/** Describes what differs in the fields of each operation. */
function describeForms(forms: Learned['forms']): Unexplained {
  return [...new Set(forms.map(({ request }) => request))].map((request) => {
    const all = forms.filter((each) => each.request === request).map(({ what }) => what)
    const more = all.length > MOST_FIELDS ? `; and ${all.length - MOST_FIELDS} more` : ''
    return {
      request,
      expected: 'the fields of the contract',
      received: `${all.slice(0, MOST_FIELDS).join('; ')}${more}`,
    }
  })
}

/** Describes responses. Those that differ alike are described once. */
function describeUnexplained(unexplained: Learned['unexplained'], forms: Learned['forms']): Unexplained {
  const groups = new Map<
    string,
    { readonly expected: string; readonly received: string; readonly requests: string[] }
  >()
  for (const { request, expected, received } of unexplained) {
    const isTold = hasForm(forms, request)
    const [seen, predicted] = describeDifference(withoutFields(received, isTold), withoutFields(expected, isTold))
    // Only its fields differ.
    if (seen === predicted) continue
    const key = `${seen}\n${predicted}`
    const group = groups.get(key) ?? { expected: predicted, received: seen, requests: [] }
    groups.set(key, group)
    group.requests.push(describeRequest(request))
  }
  return [...groups.values()].map(({ requests: [first = '', ...others], expected, received }) => ({
    request: others.length === 0 ? first : `${first}, and ${others.length} more`,
    expected,
    received,
  }))
}

function withoutFields(aspects: Aspects, isTold: boolean): Aspects {
  const { fields: _fields, ...others } = aspects
  return isTold ? others : aspects
}

/** Adds what an earlier run has decided to what is known. What the records of today show is as it is today. */
export function addDecided<Known extends Pick<LearnOptions, 'assumptions'>>(
  prepared: Known,
  { assumptions = {} }: Partial<LearnedFile> = {},
): Known & Pick<LearnOptions, 'assumptions' | 'decided'> {
  const all = { ...(assumptions as AssumptionOverrides), ...prepared.assumptions }
  const decided = (Object.keys(assumptions) as AssumptionId[]).filter((id) => prepared.assumptions?.[id] === undefined)
  return { ...prepared, assumptions: all, decided }
}

/** Joins what an earlier run has learned with what was learned now. */
export function joinContents(
  { from, assumptions = {}, evidence = {}, unexplained = [], accepted = [] }: Partial<LearnedFile> = {},
  now: AssumptionsFileContent,
  { url, sent }: Pick<Reader, 'url' | 'sent'>,
): AssumptionsFileContent {
  const open = new Set(Object.keys(now.undecided ?? {}))
  const keep = <Value>(known: Readonly<Record<string, Value>>, found: Readonly<Record<string, Value>> = {}) => {
    const all = { ...known, ...found }
    const ids = listEntries(questions).map(([id]) => id)
    return Object.fromEntries(ids.flatMap((id) => (all[id] === undefined || open.has(id) ? [] : [[id, all[id]]])))
  }
  const all = [...unexplained, ...(now.unexplained ?? [])]
  const known = [...new Set([...accepted, ...(now.accepted ?? [])])]
  return {
    from: { url, at: new Date().toISOString().slice(0, 10), requests: (from?.requests ?? 0) + sent },
    ...now,
    assumptions: keep(assumptions as Readonly<Record<string, unknown>>, now.assumptions),
    unexplained: [...new Map(all.map((each) => [JSON.stringify(each), each])).values()],
    evidence: keep(evidence, now.evidence),
    ...(known.length === 0 ? {} : { accepted: known }),
  }
}
