import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listFakerWords } from '../../../src/engine/define/factory/drawn-faker.ts'
import { createGuard } from '../../../src/programs/real-service/record/guard.ts'
import { createReplacer } from '../../../src/programs/real-service/record/replace-text.ts'
import type { PlainKind } from '../../../src/service/resources/text-kinds.ts'
import { runs } from '../../support/scope.ts'

const KINDS: readonly PlainKind[] = [
  'id',
  'name',
  'owner',
  'branch',
  'path',
  'image',
  'variable',
  'url',
  'email',
  'version',
  'digest',
  'environment',
  'command',
  'secret',
  'opaque',
]

interface Options {
  readonly fill?: number
  readonly kept?: readonly PlainKind[]
  readonly searched?: readonly string[]
}

function createFor(texts: readonly string[], options: Options = {}) {
  const { fill = 1, kept = [], searched = texts } = options
  const guard = createGuard(texts)
  const key = new Uint8Array(32).fill(fill)
  return { guard, ...createReplacer({ key, guard, searched, kept: new Set(kept) }) }
}

const word = fc.oneof(
  fc.constantFrom('checkout', 'Checkout', 'CHECKOUT', 'api', 'prod', 'search', 'research', 'contracts', 'v2', '2024'),
  fc.stringMatching(/^[a-zA-Z\d]{1,9}$/),
)
const separator = fc.constantFrom('-', '_', '.', '/', ' ', ':', '@', '://')
const text = fc
  .array(fc.tuple(word, separator), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.flat().slice(0, -1).join(''))

test('a service that uses every word of Faker and every number of four digits can be recorded', () => {
  const numbers = Array.from({ length: 9000 }, (_, place) => String(1000 + place))
  const { guard, text: replace } = createFor([...listFakerWords(), ...numbers], { searched: [] })
  const names = ['lantern-agent-4821', 'lantern-agent-4822', 'meadow-agent-4821']
  const images = names.map((name) => replace(name, 'name'))
  expect(images.filter((image) => guard.reveals(image))).toEqual([])
  const [[first, , one], [same, , two], [other, , again]] = images.map((image) => image.split('-')) as [
    string[],
    string[],
    string[],
  ]
  expect([same, again]).toEqual([first, one])
  expect(new Set([first, other, one, two]).size).toBe(4)
})

test('equal texts stay equal, different ones different, and none contains a text of the input', () => {
  fc.assert(
    fc.property(fc.uniqueArray(text, { minLength: 1, maxLength: 30 }), fc.constantFrom(...KINDS), (texts, kind) => {
      const { guard, ...replacer } = createFor(texts)
      const images = texts.map((each) => replacer.text(each, kind))
      expect(new Set(images).size).toBe(texts.length)
      expect(texts.map((each) => replacer.text(each, kind))).toEqual(images)
      expect(images.filter((image) => guard.reveals(image, new Set(['example'])))).toEqual([])
    }),
    { numRuns: runs(500) },
  )
})

test('the same key leads to the same names, and another key to others', () => {
  const names = ['checkout-api-prod', 'billing-api-dev']
  const replaceWith = (fill: number) => names.map((name) => createFor(names, { fill }).text(name, 'name'))
  expect(replaceWith(1)).toEqual(replaceWith(1))
  expect(replaceWith(2)).not.toEqual(replaceWith(1))
})

test('names share the words that they shared, in the same case and with the same separators', () => {
  const names = ['checkout-api-prod', 'checkout-api-dev', 'CheckoutApi_PROD.v2', 'ledger (12)']
  const replacer = createFor(names)
  const [first = '', second = '', third = '', fourth = ''] = names.map((name) => replacer.text(name, 'name'))
  const [checkout = '', api = '', prod = ''] = first.split('-')
  expect(second.split('-').slice(0, 2)).toEqual([checkout, api])
  const capital = (each: string) => each.charAt(0).toUpperCase() + each.slice(1)
  expect(third).toMatch(new RegExp(`^${capital(checkout)}${capital(api)}_${prod.toUpperCase()}\\.[a-z]+2$`))
  expect(fourth).toMatch(/^[a-z]+ \(12\)$/)
})

test('a search finds as many names as before', () => {
  const names = [
    'research-agent',
    'search-agents',
    'copilot',
    'pilot-dev',
    'ledger-edge',
    'edge',
    'contracts',
    'contract',
  ]
  const replacer = createFor(names)
  const images = names.map((name) => replacer.text(name, 'name'))
  const words = [...new Set(names.flatMap((name) => name.split('-')))]
  for (const each of words) {
    const image = replacer.text(each, 'name')
    const found = images.filter((name) => name.includes(image)).length
    expect([each, found]).toEqual([each, names.filter((name) => name.includes(each)).length])
  }
})

test.for([
  ['id', '3f2a9c10-7b1d-4e5f-8a6b-0c1d2e3f4a5b', /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/],
  ['id', '1234567890', /^[1-5]\d{9}$/],
  ['digest', 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3', /^[\da-f]{40}$/],
  ['url', 'https://git.acme.test/shop/agents', /^https:\/\/[a-z]+\.[a-z]+\.[a-z]+\.example\/[a-z]+\/[a-z]+$/],
  [
    'url',
    'postgresql://app:s3cret@10.0.0.7:5432/x',
    /^postgresql:\/\/[a-z]{3}:[a-z]\d[a-z]{4}@198\.1[89]\.\d+\.\d+:[1-5]\d{3}\/[a-z]+$/,
  ],
  ['email', 'ingrid@acme.test', /^[a-z]+@[a-z]+\.[a-z]+\.example$/],
  [
    'image',
    'acme.test/app@sha256:a94a8fe5ccb19ba61c4c0873d391e987982fbbd3',
    /^[a-z]+\.[a-z]+\/[a-z]+@sha256:[\da-f]{40}$/,
  ],
  ['branch', 'refs/heads/feature/faster', /^refs\/heads\/[a-z]+\/[a-z]+$/],
  ['version', '0.7.28', /^0\.7\.28$/],
  ['secret', 'sk-Live-9QvT', /^[a-z]{2}-[A-Z][a-z]{3}-\d[A-Z][a-z][A-Z]$/],
  ['secret', '********', /^\*{8}$/],
] as const)('a text of the kind %s keeps its form: %s', ([kind, original, form]) => {
  const image = createFor([original]).text(original, kind)
  expect(image).toMatch(form)
})

test('a kind that is kept stays, and secrets are replaced nevertheless', () => {
  const texts = ['checkout', 'sk-live-checkout']
  const replacer = createFor(texts, { kept: ['name'] })
  expect(replacer.text('checkout', 'name')).toBe('checkout')
  expect(replacer.text('sk-live-checkout', 'secret')).not.toContain('checkout')
})

test('free-form JSON keeps its form and the names of the contract and of Kubernetes, and loses all others', () => {
  const json = { 'app.kubernetes.io/part-of': 'agents', items: [8080, 80, { secure: true }], 'agents-only': null }
  const image = createFor(['agents']).freeForm(json) as Record<string, unknown>
  const [label = '', items = '', only = ''] = Object.keys(image)
  expect([label, items]).toEqual(['app.kubernetes.io/part-of', 'items'])
  expect(only).toMatch(/^(?!agents)[a-z]+-[a-z]+$/)
  expect(image[label]).toMatch(/^(?!agents)[a-z]{6}$/)
  const [secure = ''] = Object.keys(Object((image.items as unknown[])[2]))
  expect(secure).not.toBe('secure')
  expect(image.items).toEqual([expect.any(Number), 80, { [secure]: true }])
  expect(image[only]).toBeNull()
})

test('a name stays only as a whole, and different names stay different', () => {
  const names = [
    'kubernetes.io/name',
    'app.kubernetes.io/acme',
    'Limits',
    'limits2',
    'acme',
    'Acme',
    'a',
    'ACME',
    '0',
    '-',
  ]
  const { freeForm } = createFor(names)
  const image = freeForm({ ...Object.fromEntries(names.map((name, place) => [name, place])), limits: 10 }) as object
  expect(Object.keys(image).filter((name) => !/^[-0]$/.test(name) && names.includes(name))).toEqual([])
  expect(Object.keys(image)).toHaveLength(names.length + 1)
  expect(freeForm({ acme: null })).toEqual(freeForm({ acme: null }))
})

test.for([
  [59.913868, /^[1-9]{2}\.[1-9]{6}$/],
  [-33.8688, /^-[1-9]{2}\.[1-9]{4}$/],
  [-12345, /^-[1-9]{5}$/],
  [0.00012345, /^0\.[1-9]{8}$/],
  [1.2345e25, /^[1-9]\.[1-9]{4}e\+25$/],
  [1.7976931348623157e308, /^1\.[1-9]{1,16}e\+308$/],
  [123456789012345680, /^[1-9]{10}\d{8}$/],
  [-999, /^-999$/],
  [0.25, /^0\.25$/],
] as const)('the number %d of free-form JSON becomes another one of the same form', ([number, form]) => {
  const image = String(createFor([String(number)]).freeForm(number))
  expect(image).toMatch(form)
  expect(image === String(number)).toBe(Math.abs(number) === 999 || number === 0.25)
})
