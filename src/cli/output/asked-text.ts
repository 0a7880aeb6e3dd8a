// What `deploymock ask` prints.

import { countOf } from '../../probe/report/report-words.ts'
import type { Asked } from '../../real-service/har/ask-har.ts'

const MOST_REQUESTS = 3

/** Writes how the responses of a simulator differ from those in a file. */
export function formatAsked({ asked, skipped, differences }: Asked): string {
  const rest = Object.entries(skipped).flatMap(([why, count]) =>
    count === 0 ? [] : [`${countOf(count, 'request')} ${WHY[why as keyof Asked['skipped']](count)}`],
  )
  const result = differences.length === 0 ? 'nothing differs' : `${countOf(differences.length, 'difference')}:`
  const lines = differences.flatMap(({ what, requests }) => [`- ${what}`, ...listSome(requests)])
  const end = rest.map((line) => `${line}.`)
  return [`Asked ${countOf(asked, 'request')}: ${result}`, ...lines, ...end].join('\n')
}

const WHY: Readonly<Record<keyof Asked['skipped'], (count: number) => string>> = {
  unmatched: (count) => `${count === 1 ? 'matches' : 'match'} no operation`,
  unanswered: (count) => `${count === 1 ? 'has' : 'have'} no response in the file`,
  incomplete: (count) => `${count === 1 ? 'has' : 'have'} a body that is not in the file`,
  unknown: (count) => `${count === 1 ? 'names' : 'name'} a record that the world does not have`,
}

function listSome(requests: readonly string[]): readonly string[] {
  const more = requests.length - MOST_REQUESTS
  return [
    ...requests.slice(0, MOST_REQUESTS).map((request) => `  ${request}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}
