const MINUTE = 60_000

/** Creates the progress display of a run: one line in a terminal, and elsewhere a line a minute. */
export function createProgress(stream = process.stderr) {
  let last = performance.now()
  return (line) => {
    if (stream.isTTY) {
      stream.write(`\r${line}\u001b[K`)
    } else if (performance.now() - last > MINUTE) {
      last = performance.now()
      stream.write(`${line}\n`)
    }
  }
}
