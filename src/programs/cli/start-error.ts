/** A server could not be started, because of the cause. */
export class StartError extends Error {
  constructor(cause: unknown) {
    super('The server could not be started.', { cause })
  }
}
