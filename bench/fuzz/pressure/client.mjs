import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createStatusCounter } from './status-counter.mjs'

/**
 * Opens a connection and plays a script on it.
 *
 * @param signal ends the connection, wherever the script is
 * @param quiet how many milliseconds a client that reads waits without a single byte
 * @param meet waits until all clients have come so far
 * @returns the statuses of the responses, the number of bytes, and how it ended: `done`, `closed` by
 * the server, `over` because of the signal, or `quiet` if a response did not arrive
 */
export async function playScript(port, script, { signal, quiet, meet }) {
  const client = createClient(port, { signal, quiet, meet })
  for (const move of script) {
    if (client.end() !== undefined) break
    await client.play(move)
  }
  client.close()
  return client.result()
}

function createClient(port, { signal, quiet, meet }) {
  const counter = createStatusCounter()
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let expected = 0
  let bytes = 0
  let end
  let notify = () => undefined
  const stop = (how) => {
    end ??= how
    socket.destroy()
    notify()
  }
  const leave = () => stop('over')
  signal.addEventListener('abort', leave)
  if (signal.aborted) leave()
  socket.on('data', (chunk) => {
    bytes += chunk.length
    counter.push(chunk)
    notify()
  })
  socket.on('error', () => stop('closed'))
  socket.on('close', () => stop('closed'))

  const plays = {
    send: (move) => socket.write(move.bytes),
    pause: ({ milliseconds }) => wait(milliseconds, undefined, { signal }).catch(() => undefined),
    meet: () => Promise.race([meet(), once(signal, 'abort')]),
    'stop reading': () => socket.pause(),
    'go on reading': () => socket.resume(),
    abort: () => {
      end ??= 'done'
      socket.resetAndDestroy()
    },
    expect: ({ count }) => {
      expected += count
      return new Promise((resolve) => {
        const timer = setTimeout(() => stop('quiet'), quiet)
        notify = () => {
          timer.refresh()
          if (end === undefined && counter.count() < expected) return
          clearTimeout(timer)
          notify = () => undefined
          resolve()
        }
        if (end !== undefined || counter.count() >= expected) notify()
      })
    },
  }

  return {
    play: (move) => plays[move.does](move),
    end: () => end,
    close() {
      signal.removeEventListener('abort', leave)
      stop('done')
    },
    result: () => ({ statuses: counter.statuses, missing: Math.max(0, expected - counter.count()), bytes, end }),
  }
}
