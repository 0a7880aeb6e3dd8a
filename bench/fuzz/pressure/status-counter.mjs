const START = Buffer.from('HTTP/1.1 ')
const LENGTH = 'HTTP/1.1 200'.length

/**
 * Creates a counter of the responses on a connection, by their status. It keeps nothing of them: a
 * client that reads gigabytes must stay small and fast.
 */
export function createStatusCounter() {
  const statuses = new Map()
  let count = 0
  let rest = Buffer.alloc(0)
  return {
    statuses,
    count: () => count,
    push(chunk) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      let at = bytes.indexOf(START)
      let end = 0
      while (at >= 0 && at + LENGTH <= bytes.length) {
        const status = Number(bytes.latin1Slice(at + START.length, at + LENGTH))
        if (status >= 200) count += 1
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        end = at + LENGTH
        at = bytes.indexOf(START, end)
      }
      // A status line may be cut anywhere.
      rest = Buffer.from(bytes.subarray(Math.max(end, bytes.length - LENGTH + 1)))
    },
  }
}
