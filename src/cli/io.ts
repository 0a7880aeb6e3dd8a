/** What the command line has of the world around it. */
export interface Io {
  /** Writes a line of output. */
  out(text: string): void
  /** Writes a line about what went wrong. */
  err(text: string): void
  /** How wide the terminal is, if the output goes to one. */
  readonly columns?: number | undefined
  /** Settles when the user wants a running server to stop. Before this is called, Ctrl-C ends the process at once. */
  waitForStop(): Promise<void>
  /** Writes to the terminal as it is, over the line that the cursor is in. None where nobody looks. */
  paint?: (text: string) => void
}
