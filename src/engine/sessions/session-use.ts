// When a session began and was last used.

/** Times of the machine, as ISO 8601. */
export interface UseTimes {
  readonly began: string
  readonly lastUsed: string
}

/** Creates the times of a session that begins now. */
export function createUse(): { readonly times: UseTimes; note(): void } {
  const began = Date.now()
  let usedAt = began
  return {
    note() {
      usedAt = Date.now()
    },
    times: {
      began: new Date(began).toISOString(),
      get lastUsed() {
        return new Date(usedAt).toISOString()
      },
    },
  }
}
