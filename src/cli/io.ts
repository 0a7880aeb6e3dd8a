/** What the command line has of the world around it. */
export interface Io {
  /** Writes a line of output. */
  out(text: string): void
  /** Writes a line about what went wrong. */
  err(text: string): void
  /** How wide the terminal is, if the output goes to one. */
  readonly columns?: number | undefined
  /** Settles when the user wants a running server to stop. */
  stopped: Promise<void>
}
