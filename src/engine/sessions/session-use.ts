// Who made a session, when it began, and when it was last used.

/** Times of the machine, as ISO 8601. */
export interface UseTimes {
  readonly began: string
  readonly lastUsed: string
  /** Who made it, if they said so. */
  readonly maker?: string | undefined
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
export function createUse(madeBy?: string): Use {
  let maker = madeBy
  let began = Date.now()
  let usedAt = began
  return {
    note() {
      usedAt = Date.now()
    },
    continueFrom(before) {
      began = Date.parse(before.began)
      usedAt = Date.parse(before.lastUsed)
      maker = before.maker
    },
    times: {
      get maker() {
        return maker
      },
      get began() {
        return new Date(began).toISOString()
      },
      get lastUsed() {
        return new Date(usedAt).toISOString()
      },
    },
  }
}
