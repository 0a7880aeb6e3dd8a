import { drawText } from '../values/hostile-values.mjs'
import { encodePart } from './requests.mjs'
import { drawQuery, drawTarget } from './targets.mjs'

const HOSTILE_TARGETS = [
  ...[
    '/',
    '*',
    '//',
    '///',
    '/.',
    '/..',
    '/%2e%2e/',
    '/v2',
    '/v2/',
    '/v2//deployments',
    '//v2/deployments',
    '/v2/deployments/',
  ],
  ...[
    '/v2/deployments//',
    '/v2/./deployments',
    '/v2/x/../deployments',
    '/v2/%2e%2e/v2/deployments',
    '/v2\\deployments',
  ],
  ...[
    '/v2/deployments%00',
    '/v2/deployments%0A',
    '/v2/deployments%20',
    '/v2/deployments%2F',
    '/v2/deployments;a=b',
    '/V2/Deployments',
  ],
  ...[
    '/v2/%64eployments',
    '/v2/deployments?',
    '/v2/deployments?#',
    '/v2/deployments#a',
    '/v2/deployments?&',
    '/v2/deployments??limit=1',
  ],
  ...[
    '/v2/deployments%ED%A0%80',
    '/v2/deployments%C0%AF',
    '/v2/deployments%FF',
    '/v2/deployments%',
    '/%',
    '/%zz',
    '/%00',
    '/%0a',
  ],
  ...[
    'http://[::1]*',
    'http://[::1]/v2/deployments',
    'http://a:b@c/v2/deployments',
    'http://',
    'http:///v2/deployments',
    'https://x',
  ],
  ...[
    'HTTP://X/v2/deployments',
    'http://x:99999/v2/deployments',
    'http://x?limit=1',
    'ftp://x/v2/deployments',
    'http://\u00e9/v2/deployments',
  ],
  ...[
    'http://%5B::1%5D/v2/deployments',
    'http://x/_simulator',
    'http://x//_simulator',
    '//x/_simulator',
    '//[/v2/deployments',
  ],
  ...[
    '/_s',
    '/_s/',
    '/_s//v2/deployments',
    '/_s/a',
    '/_s/a/',
    '/_s/../v2/deployments',
    '/_s/%2e%2e/v2/deployments',
    '/_s/a%2Fb/v2/deployments',
  ],
  ...[
    '/_s/s1/_s/s2/v2/deployments',
    '/_s/%00/v2/deployments',
    '/_s/default/v2/deployments',
    `/_s/${'n'.repeat(101)}/v2/deployments`,
  ],
  ...[
    '/_simulator/',
    '/_simulator//',
    '/_simulator/nothing',
    '/_simulator/../v2/deployments',
    '/%5fsimulator',
    '/_SIMULATOR',
    '/_simulatorx',
  ],
  ...[
    '/_simulator?x=1',
    '/_simulator/faults/%00',
    '/_simulator/requests/%',
    '/_s/s1/_simulator',
    '/_s/_simulator',
    '/_simulator%2Ffaults',
  ],
  ...[
    '/v2/deployments\u00a0',
    '/\u00ff\u00fe',
    '/v2/deployments\u00c0\u00af',
    '/favicon.ico',
    '/index.html',
    '/.git/config',
    '/__proto__',
  ],
]

const METHODS = [
  'GET',
  'GET',
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'M-SEARCH',
  'PURGE',
  'SEARCH',
]

/** A target that no client should send, with any method that Node's parser accepts. */
export function drawHostileTarget(draw, material) {
  const target = draw.weighted([
    [60, () => draw.pick(HOSTILE_TARGETS)],
    [10, () => draw.pick(HOSTILE_TARGETS) + drawQuery(draw, material)],
    [10, () => spoilTarget(draw, drawTarget(draw, material).target)],
    [10, () => `/${draw.many(0, 5, () => encodePart(draw, drawText(draw))).join('/')}`],
    [
      5,
      () =>
        `${draw.pick(['/v2/deployments/', '/v2/deployments?name_contains=', '/_s/'])}${'a'.repeat(draw.skewed(1000, 60_000))}`,
    ],
    [5, () => `/v2/deployments?${'limit=1&'.repeat(draw.skewed(10, 7000))}`],
  ])
  return { method: draw.pick(METHODS), target: target === '' ? '/' : target }
}

function spoilTarget(draw, target) {
  const at = draw.integer(1, target.length)
  const insertion = draw.pick([
    '%',
    '%00',
    '%0A',
    '%0D%0A',
    '/',
    '//',
    '..',
    '?',
    '&',
    '=',
    '+',
    '%2B',
    '%25',
    '\u00ff',
    '%ed%b0%80',
    ';',
    '"',
    '<',
  ])
  return target.slice(0, at) + insertion + target.slice(at)
}
