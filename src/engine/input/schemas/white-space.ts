// White space as Python and the service's validator define it.

// biome-ignore lint/suspicious/noControlCharactersInRegex: Python treats some of them as white space
const IN_PYTHON = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/
const IN_UNICODE = /\p{White_Space}/u

/** Strips white space from both ends of a text, as Python's `strip` does: a byte order mark stays. */
export function stripSpace(text: string): string {
  return trimBy(IN_PYTHON, text)
}

/** Strips white space from both ends of a text, as the service's validator does around a number. */
export function trimWhiteSpace(text: string): string {
  return trimBy(IN_UNICODE, text)
}

// A pattern anchored at the end would try every run of white space inside the text.
function trimBy(pattern: RegExp, text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && pattern.test(text.charAt(start))) start += 1
  while (start < end && pattern.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}
