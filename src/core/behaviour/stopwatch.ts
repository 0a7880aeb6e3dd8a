/** Milliseconds of real time, from a start that means nothing. What a client gets never depends on them. */
export function readStopwatch(): number {
  return performance.now()
}

/** Lets real time pass. */
export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}
