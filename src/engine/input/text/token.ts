// Which tokens of the control API every client can send.

const CHARACTERS: Readonly<Record<string, string>> = {
  ' ': 'a space',
  '\t': 'a tab',
  '\n': 'a line break',
  '\r': 'a line break',
}

/** What to do about a token that cannot be sent. */
export const TOKEN_ADVICE =
  'Allowed: letters, digits and punctuation of ASCII, without spaces, such as what `openssl rand -hex 24` prints.'

/** Says why no client can send a token as `Authorization: Bearer TOKEN`, without saying the token. */
export function findTokenIssue(token: string): string | undefined {
  if (token === '') return 'the token is empty'
  const [wrong] = /[^\x21-\x7e]/.exec(token) ?? []
  if (wrong === undefined) return undefined
  if (/[\0\ufeff\ufffd]/.test(token)) return 'the token is not plain text: it has a byte order mark, or is UTF-16'
  const kind = wrong < ' ' ? 'a control character' : 'a character that is not ASCII'
  return `the token has ${CHARACTERS[wrong] ?? kind}`
}
