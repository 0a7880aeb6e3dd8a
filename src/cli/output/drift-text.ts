// What `deploymock drift` prints.

import type { AssumptionId } from '../../engine/define/service-types.ts'
import { countOf } from '../../probe/report/report-words.ts'
import type { ChangedAssumption, Difference, Drift } from '../../real-service/drift/drift.ts'
import { isNone } from '../../real-service/drift/drift.ts'
import { keyOfDeviation } from '../../real-service/learn/differences.ts'
import { questions } from '../../service/assumptions/register.ts'

const MOST_REQUESTS = 3

/** The forms in which drift is printed. */
export const DRIFT_FORMATS = ['text', 'markdown', 'json'] as const

/** A form in which drift is printed. */
export type DriftFormat = (typeof DRIFT_FORMATS)[number]

/**
 * Writes what differs from what was learned.
 *
 * @param source what it was held against, such as the name of a file
 */
export function formatDrift(drift: Drift, source: string, format: DriftFormat): string {
  if (format === 'json') return JSON.stringify(drift, null, 2)
  const isMarkdown = format === 'markdown'
  const code = (text: string) => (isMarkdown ? `\`${text}\`` : text)
  const rest = describeCompared(drift, code)
  if (isNone(drift)) {
    const what = drift.unchecked.length === 0 ? 'behaves' : 'behaves, as far as it was compared,'
    return [`The service ${what} as ${code(source)} says.`, ...rest].join('\n')
  }
  const blocks = [
    ...drift.changed.map((each) => describeChanged(each, drift.relying[each.id] ?? [], code)),
    ...drift.differences.map((each) => describeDifference(each, code)),
  ]
  const count = drift.changed.length + drift.differences.length
  const title = `The service differs from ${code(source)} in ${countOf(count, 'way')}.`
  const lines = blocks.map(([first, ...rest]) => [
    `- ${first}`,
    ...rest.map((line) => `  ${isMarkdown ? '- ' : ''}${line}`),
  ])
  return [...(isMarkdown ? ['## Drift', ''] : []), title, '', ...lines.flat(), '', ...rest].join('\n')
}

/** Says what was compared, and what was not although it was learned. */
function describeCompared({ compared, undecided, unchecked, unread }: Drift, code: Code): readonly string[] {
  const all = countOf(compared + unchecked.length + undecided, 'question')
  return [
    `${compared} of ${all} compared, ${undecided} never decided.`,
    ...(unchecked.length === 0 ? [] : [`Learned, but not compared: ${unchecked.map(code).join(', ')}.`]),
    ...unread.map((problem) => `Not read: ${problem}`),
  ]
}

type Code = (text: string) => string

function describeChanged(
  { id, learned, now, request }: ChangedAssumption,
  relying: readonly string[],
  code: Code,
): readonly string[] {
  const { question, section, advice, values } = questions.register[id satisfies AssumptionId]
  const meaning = (value: string) => (values[value] === undefined ? code(value) : `${code(value)}: ${values[value]}`)
  return [
    `${code(id)}: ${question} (contract, section ${section})`,
    `Learned ${meaning(learned)}`,
    now.length === 1 ? `Now ${meaning(now[0] ?? '')}` : `Now one of ${now.map(code).join(', ')}`,
    ...(request === undefined ? [] : [`Seen in ${code(request)}`]),
    ...(relying.length === 0
      ? []
      : [
          `${countOf(relying.length, 'request')} of your tests ${relying.length === 1 ? 'relies' : 'rely'} on it: ${listSome(relying, code)}`,
        ]),
    `If your code depends on it: ${advice}`,
  ]
}

function describeDifference({ requests, ...deviation }: Difference, code: Code): readonly string[] {
  return [keyOfDeviation(deviation), ...(requests.length === 0 ? [] : [`Seen in ${listSome(requests, code)}`])]
}

function listSome(requests: readonly string[], code: Code): string {
  const more = requests.length - MOST_REQUESTS
  const shown = requests.slice(0, MOST_REQUESTS).map(code).join(', ')
  return more > 0 ? `${shown}, and ${more} more` : shown
}
