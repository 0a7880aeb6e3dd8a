// Runs a tool that writes generated text, or with --check says whether it is current.

/**
 * Runs the mode that the command line asks for.
 *
 * @param task what fails, as in "map the files"
 */
export async function writeOrCheck(task, { write, check }) {
  const modes = { '--check': check, write }
  const [mode = 'write', ...rest] = process.argv.slice(2)
  if (Object.hasOwn(modes, mode) && rest.length === 0) return modes[mode]()
  fail(`Failed to ${task}: ${[mode, ...rest].join(' ')}. Allowed: nothing, or --check.`)
}

/** Prints a message, and lets the process exit with 1. */
export function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}
