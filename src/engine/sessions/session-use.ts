// When a session began and was last used.

/** Times of the machine, as ISO 8601. */
export interface UseTimes {
  readonly began: string
  readonly lastUsed: string
}

/** The times of a session. */
export interface Use {
  readonly times: UseTimes
  /** Notes that it is used now. */
  note(): void
  /** Takes over the times of the session that it continues. */
  continueFrom(times: UseTimes): void
}

/** Creates the times of a session that begins now. */
export function createUse(): Use {
  let began = Date.now()
  let usedAt = began
  return {
    note() {
      usedAt = Date.now()
    },
    continueFrom(before) {
      began = Date.parse(before.began)
      usedAt = Date.parse(before.lastUsed)
    },
    times: {
      get began() {
        return new Date(began).toISOString()
      },
      get lastUsed() {
        return new Date(usedAt).toISOString()
      },
    },
  }
}
