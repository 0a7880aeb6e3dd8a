/** Which code makes up a value of a field, by its format and its name. */

import { literal, text } from './code.ts'
import { splitWords } from './names.ts'
import { toList, toText } from './read-document.ts'
import { readLimit, type Shape } from './shape.ts'

const PAST = 'faker.date.past({ refDate: now })'
const FUTURE = 'faker.date.future({ refDate: now })'

const FORMATS = new Map(
  Object.entries({
    email: 'faker.internet.email()',
    'idn-email': 'faker.internet.email()',
    uri: 'faker.internet.url()',
    url: 'faker.internet.url()',
    iri: 'faker.internet.url()',
    uuid: 'faker.string.uuid()',
    ipv4: 'faker.internet.ipv4()',
    ipv6: 'faker.internet.ipv6()',
    hostname: 'faker.internet.domainName()',
    password: 'faker.internet.password()',
    byte: 'btoa(faker.lorem.words(2))',
    'phone-number': "faker.phone.number({ style: 'international' })",
    phone: "faker.phone.number({ style: 'international' })",
    snowflake: 'faker.string.numeric({ length: 18, allowLeadingZeros: false })',
    duration: "'PT1H'",
  }),
)

/** Of formats of times, by how they are written. */
const TIMES = new Map(
  Object.entries({
    'date-time': 'toISOString()',
    date: 'toISOString().slice(0, 10)',
    time: 'toISOString().slice(11)',
    'date-time-rfc-2822': 'toUTCString()',
  }),
)

// The last words of the name of a text, and what it is then. The first one that fits counts.
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/(^| )(first|given) name$/, 'faker.person.firstName()'],
  [/(^| )(last|family|sur) ?name$/, 'faker.person.lastName()'],
  [/(^| )(full|display|author|contact|customer|owner) name$/, 'faker.person.fullName()'],
  [/(^| )(user ?name|login|nick(name)?|handle)$/, 'faker.internet.username().toLowerCase()'],
  [/(^| )(e ?mail|email address)$/, 'faker.internet.email()'],
  [/(^| )(phone|mobile|phone number|telephone|fax)$/, "faker.phone.number({ style: 'international' })"],
  [/(^| )(avatar|image|photo|picture|logo|thumbnail|icon)( ur[il])?$/, 'faker.image.url()'],
  [/(^| )(ur[il]|href|link|website|homepage)$/, 'faker.internet.url()'],
  [/(^| )(domain|host|hostname)$/, 'faker.internet.domainName()'],
  [/(^| )ip( address)?$/, 'faker.internet.ipv4()'],
  [/(^| )user agent$/, 'faker.internet.userAgent()'],
  [/(^| )(city|town)$/, 'faker.location.city()'],
  [/(^| )country code$/, 'faker.location.countryCode()'],
  [/(^| )country$/, 'faker.location.country()'],
  [/(^| )(street|address|line ?1|address ?1)$/, 'faker.location.streetAddress()'],
  [/(^| )(zip|zip code|postal code|postcode)$/, 'faker.location.zipCode()'],
  [/(^| )(region|province)$/, 'faker.location.state()'],
  [/(^| )(time ?zone|tz)$/, 'faker.location.timeZone()'],
  [/(^| )currency( code)?$/, 'faker.finance.currencyCode()'],
  [/(^| )(price|amount|cost|total|balance)$/, 'faker.commerce.price()'],
  [/(^| )iban$/, 'faker.finance.iban()'],
  [/(^| )(company|organi[sz]ation|vendor|supplier|manufacturer|brand|employer)( name)?$/, 'faker.company.name()'],
  [/(^| )product( name)?$/, 'faker.commerce.productName()'],
  [/(^| )(job|job title|position|occupation)$/, 'faker.person.jobTitle()'],
  [/(^| )(department|category)$/, 'faker.commerce.department()'],
  [/(^| )colou?r$/, 'faker.color.rgb()'],
  [/(^| )(language|lang|locale)$/, "'en'"],
  [/(^| )(sha|commit|commit sha|revision)$/, 'faker.git.commitSha()'],
  [/(^| )branch$/, 'faker.git.branch()'],
  [/(^| )(token|secret|api key|hash|digest|signature)$/, 'faker.string.alphanumeric(24)'],
  [/(^| )version$/, 'faker.system.semver()'],
  [/(^| )(file ?name|file)$/, 'faker.system.fileName()'],
  [/(^| )(path|directory|folder)$/, 'faker.system.filePath()'],
  [/(^| )(mime ?type|content type|media type)$/, 'faker.system.mimeType()'],
  [/(^| )(isbn)$/, 'faker.commerce.isbn()'],
  [/(^| )(sku|code|serial|barcode|reference)$/, "faker.string.alphanumeric({ length: 8, casing: 'upper' })"],
  [/(^| )(slug|key)$/, 'faker.lorem.slug(2)'],
  [/(^| )author$/, 'faker.person.fullName()'],
  [/(^| )(tag|label|keyword)s?$/, 'faker.lorem.word()'],
  [/(^| )(title|subject|headline)$/, 'faker.lorem.words(4)'],
  [
    /(^| )(description|summary|body|text|content|comment|message|note|notes|bio|details|reason)$/,
    'faker.lorem.sentence()',
  ],
]

const NUMBERS: readonly (readonly [RegExp, string])[] = [
  [/(^| )(latitude|lat)$/, 'faker.location.latitude()'],
  [/(^| )(longitude|lng|lon)$/, 'faker.location.longitude()'],
]

// The range of a number by the last words of its name.
const RANGES: readonly (readonly [RegExp, number, number])[] = [
  [/(^| )age$/, 18, 90],
  [/(^| )year$/, 1990, 2030],
  [/(^| )(rating|stars)$/, 1, 5],
  [/(^| )(percent|percentage|progress)$/, 0, 100],
  [/(^| )(quantity|stock|count|size|position|rank|order)$/, 1, 100],
  [/(^| )id$/, 1, 1000],
]

// Whose name is a person's, and whose another one.
const NAMES: readonly (readonly [RegExp, string])[] = [
  [
    /(user|customer|person|people|contact|author|employee|member|patient|student|teacher|owner|client|guest|driver|player|artist|actor)$/,
    'faker.person.fullName()',
  ],
  [/(company|organi[sz]ation|vendor|supplier|merchant|brand|account|tenant|store|shop)$/, 'faker.company.name()'],
  [/(product|item|article|book|good)$/, 'faker.commerce.productName()'],
  [/(pet|animal|dog|cat)$/, 'faker.animal.petName()'],
  [/(repo|repository|project|branch|service|app|application)$/, 'faker.lorem.slug(2)'],
]

/** Writes what makes up a text, for a field of something. */
export function writeText(shape: Shape, name: string, of: string): string {
  const { keywords } = shape
  const words = splitWords(name).join(' ')
  const format = toText(keywords.format)
  const time = TIMES.get(isTime(words) && !TIMES.has(format) ? 'date-time' : format)
  const pattern = readPattern(shape)
  if (pattern !== undefined) return `faker.helpers.fromRegExp(${text(pattern)})`
  if (time !== undefined) return `${/(expire|expires|due|until|end|ends|next)/.test(words) ? FUTURE : PAST}.${time}`
  return (
    FORMATS.get(format) ??
    limitLength(shape, TEXTS.find(([pattern]) => pattern.test(words))?.[1] ?? writeOther(shape, words, of))
  )
}

function writeOther({ keywords }: Shape, words: string, of: string): string {
  if (/(^| )name$/.test(words)) return NAMES.find(([pattern]) => pattern.test(of))?.[1] ?? 'faker.lorem.words(2)'
  const [example] = [keywords.example, ...toList(keywords.examples)].filter((each) => typeof each === 'string')
  if (example !== undefined && example.length < 60) return text(example)
  return /(^| )(s?id|uuid|ref)$/.test(words) ? 'faker.string.alphanumeric(12)' : 'faker.lorem.words(2)'
}

const isTime = (words: string): boolean =>
  /(^| )(created|updated|modified|deleted|started|finished) (at|on|date|time)$/.test(words)

/** Keeps a text within the limits of its length. */
function limitLength(shape: Shape, code: string): string {
  const { minLength: min = 0, maxLength: max } = readLengths(shape)
  if (min > 3) {
    const length = min === max ? String(min) : `{ length: { min: ${min}, max: ${Math.min(max ?? min + 8, min + 8)} } }`
    return `faker.string.alphanumeric(${length})`
  }
  return max === undefined || max > 100 ? code : `${code}.slice(0, ${max})`
}

/** Reads the limits of the length of a text or a list; none if they exclude each other. */
export function readLengths(shape: Shape): { minLength?: number | undefined; maxLength?: number | undefined } {
  const [minLength, maxLength] = [
    readLimit(shape, shape.type === 'array' ? 'minItems' : 'minLength'),
    readLimit(shape, shape.type === 'array' ? 'maxItems' : 'maxLength'),
  ]
  return (minLength ?? 0) > (maxLength ?? Number.POSITIVE_INFINITY) ? {} : { minLength, maxLength }
}

/** Reads a pattern that texts can be made for: characters and classes, each as often as it says. */
export function readPattern({ keywords }: Shape): string | undefined {
  const written = toText(keywords.pattern).replaceAll('\\d', '[0-9]')
  const [, inner = ''] = /^\^(.+)\$$/.exec(written) ?? []
  const isSimple = /^(\w|-|\[(\w-\w|\w)+\]\{[1-9]\d?\}|\[(\w-\w|\w)+\])+$/.test(inner)
  return isSimple && inner.length < 100 ? inner : undefined
}

/** Writes what makes up a number. */
export function writeNumber(shape: Shape, name: string): string {
  const words = splitWords(name).join(' ')
  const isWhole = shape.type === 'integer'
  const isSeconds = shape.keywords.format === 'unix-time' || (isWhole && isTime(words))
  if (isSeconds) return `Math.floor(${PAST}.getTime() / 1000)`
  const { min, max, step } = readRange(shape)
  const special = NUMBERS.find(([pattern]) => pattern.test(words))?.[1]
  if (special !== undefined && !isWhole && min === undefined && max === undefined) return special
  const [, low = 0, high = 1000] = RANGES.find(([pattern]) => pattern.test(words)) ?? []
  const least = min ?? Math.min(low, max ?? low)
  const most = max ?? Math.max(high, least + 100)
  const multiple = step === undefined ? '' : `, multipleOf: ${literal(step)}`
  const digits = isWhole || step !== undefined ? '' : ', fractionDigits: 2'
  return `faker.number.${isWhole ? 'int' : 'float'}({ min: ${literal(least)}, max: ${literal(most)}${multiple}${digits} })`
}

interface Range {
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly step?: number | undefined
}

/** Reads the range of a number; none if it is empty. */
export function readRange({ type, keywords }: Shape): Range {
  const near = type === 'integer' ? 1 : 0.01
  const number = (value: unknown) => (typeof value === 'number' && Math.abs(value) <= 1e12 ? value : undefined)
  const limit = (usual: unknown, exclusive: unknown, direction: number) => {
    const isExclusive = exclusive === true || typeof exclusive === 'number'
    const value = number(typeof exclusive === 'number' ? exclusive : usual)
    return value === undefined || !isExclusive ? value : value + near * direction
  }
  const step = number(keywords.multipleOf)
  const min = limit(keywords.minimum, keywords.exclusiveMinimum, 1)
  const max = limit(keywords.maximum, keywords.exclusiveMaximum, -1)
  if (type === 'integer' && [min, max].some((each) => each !== undefined && !Number.isInteger(each))) return {}
  if ((min ?? 0) > (max ?? Number.POSITIVE_INFINITY)) return {}
  const isStep = step !== undefined && step > 0 && (type !== 'integer' || Number.isInteger(step))
  return { min, max, ...(isStep && (max ?? step) - (min ?? 0) >= step && { step }) }
}
