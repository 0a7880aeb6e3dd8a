import { toPrintable } from './findings.mjs'

/** A conversation as text: the requests and the responses. */
export function describeConversation({ family, exchanges, pieces, ending }, { responses, rest, end }) {
  const sent = exchanges.map(({ bytes }) => `> ${toPrintable(bytes.toString('latin1'))}`)
  const received = responses.map(({ line, fields, body }) => `< ${toPrintable([line, ...fields, '', body].join('\n'))}`)
  const after = rest.length > 0 ? [`< ${toPrintable(rest.toString('latin1'))}`] : []
  return [
    `${family}, in ${pieces.length} pieces, then ${ending}`,
    ...sent,
    ...received,
    ...after,
    `It was ${end}.`,
  ].join('\n')
}
