import { connect } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { createResponseReader } from './response-reader.mjs'

// More than any valid response, and far less than this process can hold.
const MOST_RESPONSE_BYTES = 256 * 1024 * 1024

/**
 * Sends the pieces of a conversation over its own connection and collects the responses.
 *
 * `ending` says what the client does when everything is sent: `wait` for as many responses as there
 * are methods, `half-close` and wait until the server closes, or `abort`.
 *
 * @returns the responses, the bytes after them, and how it ended: `complete`, `closed`, `reset`,
 * `quiet` if nothing arrived for the time of `patience`, `aborted`, `refused` or `too much`
 */
export function converse(port, conversation) {
  const { methods, ending = 'wait', closes = false, patience = 10_000 } = conversation
  return new Promise((resolve) => {
    const reader = createResponseReader(methods)
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
    const localPort = () => socket.localPort
    let ended = false
    const end = (how) => {
      if (ended) return
      ended = true
      clearTimeout(timer)
      socket.resetAndDestroy()
      resolve({ responses: reader.responses, rest: reader.rest(), end: how })
    }
    const timer = setTimeout(() => end('quiet'), patience)
    const isComplete = () => ending === 'wait' && !closes && reader.responses.length >= methods.length
    socket.on('connect', () => {
      conversation.onConnect?.(localPort())
      sendPieces(socket, conversation, () => ended).then(() => ending === 'abort' && end('aborted'))
    })
    socket.on('data', (chunk) => {
      timer.refresh()
      reader.push(chunk)
      if (reader.received() > MOST_RESPONSE_BYTES) end('too much')
      else if (isComplete()) end('complete')
    })
    socket.on('end', () => end('closed'))
    socket.on('close', () => end('closed'))
    socket.on('error', ({ code }) => end(code === 'ECONNREFUSED' ? 'refused' : 'reset'))
  })
}

async function sendPieces(socket, { pieces, pause = 0, ending }, isOver) {
  for (const [index, piece] of pieces.entries()) {
    if (isOver()) return
    if (index > 0) await (pause > 0 ? wait(pause) : nextTurn())
    socket.write(piece)
  }
  if (ending === 'half-close' && !isOver()) socket.end()
}
