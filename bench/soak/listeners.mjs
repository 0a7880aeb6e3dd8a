import { connect } from 'node:net'

const SLOW_MILLISECONDS = 500

/** Opens streams of events whose clients read slowly or never, and opens a stream again when it is closed. */
export function openListeners(port, { never, slowly }) {
  const sockets = new Set()
  let isOver = false
  const open = (follow) => {
    if (isOver) return
    const socket = connect({ port, host: '127.0.0.1' })
    sockets.add(socket)
    socket.write('GET /_simulator/events HTTP/1.1\r\nHost: localhost\r\n\r\n')
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      setTimeout(open, SLOW_MILLISECONDS, follow).unref()
    })
    follow(socket)
  }
  for (let left = never; left > 0; left -= 1) open((socket) => socket.pause())
  for (let left = slowly; left > 0; left -= 1) open(readSlowly)
  return () => {
    isOver = true
    for (const socket of sockets) socket.destroy()
  }
}

function readSlowly(socket) {
  socket.on('data', () => {
    socket.pause()
    setTimeout(() => socket.resume(), SLOW_MILLISECONDS).unref()
  })
}
