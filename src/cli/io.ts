/** What the command line has of the world around it. */
export interface Io {
  /** Writes a line of output. */
  out(text: string): void
  /** Writes a line about what went wrong. */
  err(text: string): void
  /** Settles when the user wants a running server to stop. */
  stopped: Promise<void>
}

/** What a user asked for that cannot be done; the command line exits with 2. */
export class UsageError extends Error {}

/** Runs what fails only for what the user asked for. */
export function asUsage<Value>(run: () => Value): Value {
  try {
    return run()
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}
