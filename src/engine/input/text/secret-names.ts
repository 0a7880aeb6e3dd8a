// Which names say that a value is secret, and the secrets in a URL.

/** What stands for a secret. */
export const HIDDEN = '[hidden]'

const SECRET =
  /authoriz|cookie|secret|passw|passphrase|credential|signature|(?:api|private|access|service|account|auth|master|signing|encryption|subscription)[-_.]?key|(?:access|refresh|api)[-_]?tokens$|^(?!.*(?:page|next)[-_]?token$).*token$|(?:^|[-_.])(?:pass|pwd|jwt|otp|assertion|code_verifier)$/i
// As variables of the environment are named.
const SECRET_VARIABLE = /_(?:KEY|PASS|PWD|PAT|DSN)$/
// Where something is, or which origins may send credentials.
const NO_SECRET = /^access-control-|(?:ur[il]|endpoint)s?$/i
// A code of a login is as good as the token that it is exchanged for. In a body, it is the code of an error.
const SECRET_PARAMETER = /^(?:code|key|auth|sig)$/i

/** What a URL has in which one of these names, a password or a text in a text stands. */
export const MAY_BE_SECRET =
  /[:@%"]|auth|cookie|secret|pass|credential|sig|key|token|pwd|jwt|otp|assertion|verifier|code|_pat|_dsn/i

/** What a pair calls its name, such as `{ "name": "DB_PASSWORD", "value": "..." }`. */
export const NAME = /^(?:name|key)$/i
/** What a pair calls its value. */
export const VALUE = /^(?:value|default|content|data)$/i

/** Whether the value of a field, a header or a variable with this name is secret. */
export function isSecretName(name: string): boolean {
  const last = name.replace(/\]+$/, '')
  return !NO_SECRET.test(last) && (SECRET.test(last) || SECRET_VARIABLE.test(last))
}

/** Whether the value of a parameter with this name is secret. */
export function isSecretParameter(name: string): boolean {
  return isSecretName(name) || SECRET_PARAMETER.test(name)
}

// Up to the last @ of a host, or behind a password with characters that should be encoded.
export const USER = /(?<![\w+.-])([a-z][\w+.-]*:\/\/)([^\s/?#"'<>\\]*|[^\s/?#"'<>\\@:]*:(?!\d+[/?#])[^\s"'<>\\]*?)@/gi
const FIRST_USER = /^([a-z][\w+.-]*:\/\/)[^/?#]*@/i
const PARAMETER = /([?&#])([\w.%-]+)=[^&#\s"']+/g

/** Hides the user information and the secret parameters of URLs in a text for a message. */
export function hideInAddress(text: string): string {
  if (!text.includes('://')) return text
  return text
    .replace(FIRST_USER, `$1${HIDDEN}@`)
    .replace(USER, `$1${HIDDEN}@`)
    .replace(PARAMETER, (all, mark: string, name: string) =>
      isSecretParameter(name) ? `${mark}${name}=${HIDDEN}` : all,
    )
}
