/** The `seed` of a resource whose records only come from requests. */
export const seedNothing = () => ({ count: 0, firsts: [], pathAt: () => [], build: () => undefined })
