import { judgeResponse } from './judge-response.mjs'

/** Finds what is wrong with the responses of a conversation. */
export function judgeConversation(conversation, result) {
  const { exchanges, isFramed } = conversation
  const unsure = guessExchange(conversation)
  const ofResponses = result.responses.flatMap((response, index) =>
    judgeResponse(response, isFramed ? exchanges[index] : unsure),
  )
  if (result.end === 'too much') return [...ofResponses, { kind: 'response too long', detail: 'more than 256 MB' }]
  const ofCourse = isFramed ? judgeCourse(conversation, result) : judgeEnd(result)
  return [...ofResponses, ...ofCourse]
}

// If it is unknown which request a response belongs to, it may belong to any of them.
function guessExchange({ exchanges, isTolerant }) {
  return { isTolerant, method: exchanges.some(({ method }) => method === 'HEAD') ? 'HEAD' : undefined }
}

// In every case, the server has to close the connection after the client has closed its half.
function judgeEnd({ end, responses }) {
  if (end !== 'quiet') return []
  return [
    { kind: 'connection left open', detail: `after ${responses.length} responses, though the client closed its half` },
  ]
}

function judgeCourse({ exchanges, isTolerant }, { responses, rest, end }) {
  if (isTolerant || end === 'aborted') return []
  const last = exchanges.findIndex(({ fault }) => fault?.ends || fault?.hangs)
  if (last >= 0) return judgeFaultyEnd(exchanges[last], end)
  const { length } = exchanges
  if (responses.length > length)
    return [{ kind: 'more responses than requests', detail: `${responses.length} for ${length}` }]
  if (responses.length < length) return [judgeSilence(exchanges, responses, end)]
  if (rest.length > 0) return [{ kind: 'bytes after a response', detail: rest.toString('latin1', 0, 200) }]
  return []
}

function judgeSilence(exchanges, { length }, end) {
  const { method, target } = exchanges[length]
  return {
    kind: 'no response',
    detail: `${method} ${target.slice(0, 200)}, request ${length + 1} of ${exchanges.length}: then ${end}`,
  }
}

function judgeFaultyEnd({ fault, target }, end) {
  const isOpen = end === 'quiet' || end === 'complete'
  if (fault.hangs || !isOpen) return []
  return [{ kind: 'connection left open', detail: `after the fault ${fault.name} at ${target}` }]
}
