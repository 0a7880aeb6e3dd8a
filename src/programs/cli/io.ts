import type { Pipes } from '../../entries/mcp/stdio.ts'

/** How the command line talks to the process and the terminal. */
export interface Io {
  /** Writes a line of output. */
  out(text: string): void
  /** Writes a line of error output. */
  err(text: string): void
  /** Writes a line that is not important. It is lost if the reader of the output is far behind. */
  log(text: string): void
  /** The width of the terminal, if the output goes to one. */
  readonly columns?: number | undefined
  /** Resolves when the user stops the running server. Before the first call, Ctrl-C ends the process at once. */
  waitForStop(): Promise<void>
  /** Calls a function when the user presses Ctrl-C, instead of ending, until the returned function is called. */
  onStop(listener: () => void): () => void
  /** Ends the process soon, even if nobody reads its output. */
  endSoon(): void
  /** The input and output for a protocol, of the program that has started this one. */
  readonly pipes?: Pipes | undefined
  /** Opens a URL in the browser. @throws if there is none */
  browse?(url: string): Promise<void>
  /** Writes raw text to the terminal, without a line break. Undefined if there is no terminal. */
  paint?: ((text: string) => void) | undefined
  /** Passes on what anything else in this process writes to the error output. */
  takeErrors?(write: (text: string) => void): void
}
