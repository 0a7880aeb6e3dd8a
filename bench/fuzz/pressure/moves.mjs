// What a client does on its connection, as data. A script is a list of moves.

/** Sends bytes. */
export const send = (bytes) => ({ does: 'send', bytes })

/** Waits for a number of milliseconds. */
export const pause = (milliseconds) => ({ does: 'pause', milliseconds })

/** Waits for that many more responses, or until the server closes the connection. */
export const expectResponses = (count) => ({ does: 'expect', count })

/** Waits until all connections of the attack have come so far. */
export const meet = () => ({ does: 'meet' })

/** Stops reading, or goes on. */
export const stopReading = () => ({ does: 'stop reading' })
export const goOnReading = () => ({ does: 'go on reading' })

/** Ends the connection with a reset. */
export const abort = () => ({ does: 'abort' })

/** Sends each request when the one before it has its response. */
export const sendInTurn = (requests) => requests.flatMap((bytes) => [send(bytes), expectResponses(1)])

/**
 * An attack: what many clients do at once.
 *
 * @param sort what findings are grouped by
 * @param scripts what each connection does; the connections take turns with them
 * @param details what else tells it from others of its sort
 * @param patience after how many milliseconds it ends
 * @param quiet how many milliseconds a client waits without a single byte
 * @param every how many milliseconds the bystander waits between its requests
 */
export function buildAttack(
  family,
  sort,
  { connections, scripts, details = '', patience = 12_000, quiet = 8000, every = 50 },
) {
  return { family, sort, details, connections: connections ?? scripts.length, scripts, patience, quiet, every }
}

/** How many bytes an attack sends. */
export function countBytes({ connections, scripts }) {
  return sumOver(connections, scripts, ({ bytes }) => bytes?.length ?? 0)
}

/** How many responses the clients of an attack wait for. */
export const countExpected = ({ connections, scripts }) => sumOver(connections, scripts, ({ count }) => count ?? 0)

function sumOver(connections, scripts, read) {
  const sums = scripts.map((moves) => moves.reduce((sum, move) => sum + read(move), 0))
  return Array.from({ length: connections }).reduce((sum, _, index) => sum + sums[index % sums.length], 0)
}
