// Which names say that a value is secret, and the secrets in a URL.

/** What stands for a secret. */
export const HIDDEN = '[hidden]'

// Of names in the form `client_secret`.
const SECRET =
  /authoriz|cookie|secret|passw|pass_?(?:phrase|code)|credential|signature|mnemonic|hmac|kubeconfig|connection_?string|seed_?phrase|card_?number|saml_?response|(?:api|app|application|private|access|service|account|auth|master|signing|encryption|subscription|session|license|shared|security|client|ssh|gpg|pgp|deploy)_?keys?(?![a-z])|(?:access|refresh|api|auth)_?tokens$|^(?!.*(?:page|next)_?token$).*token(?:_?value)?(?:_?v?\d+)?$|^(?:(?:j|php|asp)sess(?:ion)?|(?:x_)?session)_?id$|(?:^|_)(?:pass|pwd|pw|jwt|otp|totp|pat|pin|dsn|cvv|cvc|auth|csrf|xsrf|bearer|assertion|code_verifier)$|(?:otp|mfa|totp|auth|access|device|verification|recovery|backup|one_?time|login)_?codes?$/
// As variables of the environment are named.
const SECRET_VARIABLE = /_(?:KEY|PASS|PWD|PAT|DSN)$/
// Where something is, or which origins may send credentials.
const NO_SECRET = /^access-control-|(?:ur[il]|endpoint)s?$/i
// A code of a login is as good as the token that it is exchanged for. In a body, it is the code of an error.
const SECRET_PARAMETER = /^(?:code|key|auth|sig)$/i
// Each service names its keys as it likes. These have other keys.
const SECRET_HEADER = /^(?!.*(?:idempotency|cache|surrogate|partition|public|sort)_key$).*_key$/

// What can be told by its form, whatever it is called: tokens of JWT, private keys, and the keys of well-known services.
// A token of JWT begins where no word does, so that each text is read once.
const SHAPED =
  /(?<![\w-])eyJ[\w-]{10,}\.[\w-]{10,}(?:\.[\w-]*)?|-----BEGIN [A-Z ]*PRIVATE KEY-----(?:[^"-]|-(?!----))*(?:-----END [A-Z ]*PRIVATE KEY-----)?|\b(?:g(?:h[opsur]|ithub_pat)_|glpat-|xox[a-z]-|(?:[prs]k|whsec|shpat|npm|hf|lsv2_(?:pt|sk))_(?:live_|test_)?|sk-|pypi-|dop_v1_|SG\.|AKIA|ASIA|AIza|ya29\.)[\w.-]{14,}|(?<=\bhooks\.slack\.com\/services\/|\bdiscord(?:app)?\.com\/api\/webhooks\/)[\w/-]{8,}/g

/** Hides what is secret by its form, whatever it is called. */
export function hideKnown(text: string): string {
  return text.replace(SHAPED, HIDDEN)
}

/** What a URL has in which one of these names, a password or a text in a text stands. */
export const MAY_BE_SECRET =
  /[:@%"]|auth|cookie|secret|pass|credential|sig|key|token|pwd?|jwt|otp|assertion|verifier|code|pat|dsn|mnemonic|hmac|phrase|config|string|saml|sess|pin|cv[cv]|csrf|xsrf|bearer|card/i

/** What a pair calls its name, such as `{ "name": "DB_PASSWORD", "value": "..." }`. */
export const PAIR_NAME = /^(?:name|key)$/i
/** What a pair calls its value. */
export const VALUE = /^(?:value|default|content|data)$/i

/** Whether the value of a field, a header or a variable with this name is secret. */
export function isSecretName(name: string, isHeader = false): boolean {
  // Other forms of the same letters are read as those.
  const last = name.normalize('NFKC').replace(/\]+$/, '')
  const words = toWords(last)
  if (isHeader && SECRET_HEADER.test(words)) return true
  return !NO_SECRET.test(last) && (SECRET.test(words) || SECRET_VARIABLE.test(last))
}

// `clientSecret`, `Client-Secret` and `client.secret` become `client_secret`.
function toWords(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[^\p{L}\d]+/gu, '_')
    .toLowerCase()
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
