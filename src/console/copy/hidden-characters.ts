// The characters that a reader cannot see, or that change the order in which text is shown.

/**
 * Control characters, lone surrogates, and characters that are invisible or change the direction of text.
 * Copied code contains them as escapes, so that it does what it looks like.
 */
export const HIDDEN_CHARACTER =
  /[\p{Cc}\p{Cs}\u00ad\u061c\u115f\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/u
