// Every kind of secret in every place of a request, for tests of what leaves the simulator.

// No output may have any part of these.
export const [text, plain, number] = ['Canary-"x\\ü', 'canaryplain', 987654321012] as const

/** Returns what of the secrets a text has, with what is around. */
export function findLeaks(shown: string): readonly string[] {
  return shown.match(/.{0,40}(?:canary|987654321012).{0,20}/gis) ?? []
}

export const NAMES = [
  'password',
  'client_secret',
  'api_key',
  'apiKey',
  'DB_PASSWORD',
  'accessToken',
  'x-api-key',
  'sessionId',
  'passphrase',
  'appKey',
  'connectionString',
  'dbPass',
  'X-Auth',
  'device_code',
  'token2',
  'ｐａｓｓｗｏｒｄ',
]

/** What shows by its form that it is secret, whatever it is called. */
const SHAPED: Readonly<Record<string, string>> = {
  'a token of JWT': `eyJhbGciOiJIUzI1NiJ9.${plain}.${plain}`,
  'a token of GitHub': `ghp_${plain}${plain}`,
  'a key of Stripe': `sk_live_${plain}${plain}`,
  'a webhook of Slack': `https://hooks.slack.com/services/T0/B0/${plain}`,
  'a private key': `-----BEGIN RSA PRIVATE KEY-----\n${plain}\n-----END RSA PRIVATE KEY-----`,
}

/** Bodies of every form that a secret can have in JSON. */
const JSON_BODIES: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(NAMES.map((name) => [`field ${name}`, { name: 'a', [name]: text }])),
  'a number': { password: number },
  'a list': { client_secret: [plain, number, { any: text }] },
  'an object': { credentials: { user: plain, inner: { any: [number] } } },
  'a nested field': { source_config: { list: [[{ env: { GITHUB_TOKEN: text } }]] } },
  'a pair': { env: [{ name: 'DB_PASSWORD', value: text }] },
  'a pair, the value first': { env: [{ value: number, name: 'DB_PASSWORD' }] },
  'a pair with a key': { env: [{ key: 'STRIPE_API_KEY', value: { any: [plain] } }] },
  'a pair that is a list': {
    headers: [
      ['Authorization', plain],
      ['accept', 'text/html'],
      ['x-api-key', [plain]],
    ],
  },
  'an option of a command': { args: ['--verbose', '--password', plain, '--api-key', plain, '--', 'x'] },
  'an option in a text': { note: `login --user me --password ${plain} && run --token '${plain} ${plain}'` },
  'an element in a text': { note: `<a><password>${plain}</password></a>` },
  secrets: { secrets: [{ name: 'LOG_LEVEL', value: text }] },
  'a map of secrets': { secrets: { LOG_LEVEL: plain } },
  'credentials of a URL': { source_config: { repo_url: `https://me:${plain}@github.com/a/b.git` } },
  'a token as user of a URL': { repo_url: `https://${plain}@github.com/a/b.git` },
  'a parameter of a URL': { callback: `https://a.test/cb?state=1&access_token=${plain}#token=${plain}` },
  'JSON in a text': { note: JSON.stringify({ inner: JSON.stringify({ password: text }) }) },
  'a form in a text': { note: `a=b&password=${plain}%20and+${plain}` },
  'a header in a text': { note: `curl -H 'Authorization: Bearer ${plain}' -H "x-api-key: ${plain}"` },
  'a user for curl': { note: `curl -u me:${plain} https://a.test; curl --user 'me:${plain}' https://a.test` },
  'the input of an error': { detail: [{ type: 'string_type', loc: ['body', 'client_secret'], input: number }] },
  'the input around a pair': { detail: [{ loc: ['body', 'env', 0, 'value'], input: [plain] }] },
  ...Object.fromEntries(Object.entries(SHAPED).map(([title, value]) => [title, { note: [`see ${value}`] }])),
  'the whole input': { detail: [{ loc: ['body'], input: `{"password":"${plain}"}` }] },
}

const MULTIPART = `--x\r\nContent-Disposition: form-data; name="password"\r\n\r\n${plain}\r\n${plain}\r\n--x--\r\n`

export const BODIES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(JSON_BODIES).map(([title, body]) => [title, JSON.stringify(body)])),
  'JSON with spaces': JSON.stringify(JSON_BODIES['a list'], null, 2),
  'an escaped name': `{"pass\\u0077ord":"${plain}"}`,
  'JSON that is cut in a secret': JSON.stringify({ a: 1, password: [plain, plain] }).slice(0, -9),
  'JSON that is cut before the name of a pair': `{"env":[{"value":"${plain}","na`,
  'JSON that is broken before': `{"a":"x"y","password":"${plain}"}`,
  'JSON that is broken within': `{"a":{,"password":"${plain}",}`,
  'a form': `name=a&password=${plain}%20and+${plain}&client_secret=${plain}`,
  'a form with an escaped name': `pass%77ord=${plain}`,
  'a form with a name in brackets': `user[password]=${plain}&user%5Btoken%5D=${plain}`,
  'a form with a pair': `name=DB_PASSWORD&value=${plain}`,
  'a form with JSON': `payload=${encodeURIComponent(JSON.stringify({ password: plain }))}`,
  'a form with a URL': `url=${encodeURIComponent(`https://me:${plain}@a.test/`)}`,
  'a form in parts': MULTIPART,
  ...Object.fromEntries(Object.entries(SHAPED).map(([title, value]) => [`${title} as text`, value])),
  'an element of XML': `<?xml version="1.0"?><login><user>me</user><password type="x">${plain}</password></login>`,
  'an element with others': `<s:credentials><s:any>${plain}</s:any></s:credentials><a>b</a>`,
  'an element that is cut': `<apiKey>${plain}`,
  lines: `a: 1\npassword: ${plain}\nAPI_KEY=${plain}\n`,
}

export const TYPES = [
  'application/json',
  'text/plain;charset=UTF-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  '',
]

export const QUERIES = [
  `access_token=${plain}`,
  `x=1&api%5Fkey=${plain}`,
  `code=${plain}`,
  `name=DB_PASSWORD&value=${plain}`,
  `filter=${encodeURIComponent(JSON.stringify({ password: plain }))}`,
  `url=${encodeURIComponent(`https://me:${plain}@a.test`)}`,
  encodeURIComponent(JSON.stringify({ password: plain })),
  `X-Amz-Signature=${plain}`,
  `pin=${plain}`,
  ...Object.values(SHAPED).map((value) => `x=${encodeURIComponent(value)}`),
]

export const HEADERS: readonly (readonly [string, string])[] = [
  ['x-api-key', plain],
  ['x-service-key', plain],
  ['x-shop-key', plain],
  ['x-session-id', plain],
  ['x-note', `see ${SHAPED['a token of JWT']}`],
  ['authorization', `Bearer ${plain}`],
  ['proxy-authorization', `Basic ${btoa(`me:${plain}`)} ${plain}`],
  ['cookie', `a=${plain}; b=${plain}`],
  ['x-csrf-token', plain],
  ['referer', `https://me:${plain}@a.test/?token=${plain}`],
  ['x-note', `password=${plain}`],
  ['link', `<https://a.test/?page=2&token=${plain}>; rel="next"`],
  ['content-disposition', `form-data; filename="a"; token="${plain} ${plain}"`],
]

export const PATHS = [
  `/v2/token=${plain}`,
  `/v2/${encodeURIComponent(`https://me:${plain}@a.test`)}`,
  `/v2/reset-password/${plain}12345/done`,
]
