// The values of requests that come from no data.

/** The origin of a page that nobody has. */
export const ORIGIN = 'https://page.example'
/** An id that no record has. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
/** A text that is nothing. */
export const NOTHING = 'no-such-value'

/** Those of parameters and paths. */
export const MADE_UP: ReadonlySet<string> = new Set(['', 'null', UNKNOWN_ID, NOTHING, '!'])
