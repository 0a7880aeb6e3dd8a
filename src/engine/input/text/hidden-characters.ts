// The characters that a reader cannot see, or that change the order in which text is shown.

// Control characters, lone surrogates, line separators, and whatever is invisible or changes the direction of text.
const INVISIBLE = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}`

// Emoji and many scripts need these, but a joiner only behind a visible character that is not ASCII.
const SELECTOR = String.raw`[\ufe00-\ufe0f]`
const JOINER = String.raw`[\u200c\u200d]`
const LOOSE_JOINER = String.raw`(?<![^\0-\x7f${INVISIBLE}]|${SELECTOR})${JOINER}`

const HIDDEN = new RegExp(`((?:${LOOSE_JOINER}|(?!${JOINER}|${SELECTOR})[${INVISIBLE}])+)`, 'u')

/** Splits a text at its hidden characters. Those are the parts with an odd index. */
export function splitAtHidden(text: string): string[] {
  return text.split(HIDDEN)
}

export function hasHidden(text: string): boolean {
  return HIDDEN.test(text)
}

/** Replaces hidden characters, those that follow each other together. */
export function replaceHidden(text: string, write: (characters: string) => string): string {
  return splitAtHidden(text)
    .map((part, index) => (index % 2 === 1 ? write(part) : part))
    .join('')
}
