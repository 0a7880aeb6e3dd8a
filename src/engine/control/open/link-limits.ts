// How much a link can contain.

/** How many characters a parameter has at most, how often one can be repeated, and how long the query can be. */
export const LINK_LIMITS = { characters: 4096, faults: 20, assumptions: 200, query: 12_000 } as const
