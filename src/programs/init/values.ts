/** What schemas and names tell about the values of fields: tables of words, and limits. */

import { splitWords } from './names.ts'
import { read, toList, toText } from './read-document.ts'
import { readLimit, type Shape } from './shape.ts'
import { literal, text } from './source.ts'

/** Of a format: the schema of zod, if there is one, and what makes up a value. */
const FORMATS = new Map<string, readonly [zod: string | undefined, value: string]>([
  ['email', ['z.email()', 'faker.internet.email()']],
  ['idn-email', [undefined, 'faker.internet.email()']],
  ['uri', ['z.url()', 'faker.internet.url()']],
  ['url', ['z.url()', 'faker.internet.url()']],
  ['iri', [undefined, 'faker.internet.url()']],
  ['uuid', ['z.uuid()', 'faker.string.uuid()']],
  ['ipv4', ['z.ipv4()', 'faker.internet.ipv4()']],
  ['ipv6', ['z.ipv6()', 'faker.internet.ipv6()']],
  ['hostname', [undefined, 'faker.internet.domainName()']],
  ['password', [undefined, 'faker.internet.password()']],
  ['byte', [undefined, 'btoa(faker.lorem.words(2))']],
  ['phone-number', [undefined, "faker.phone.number({ style: 'international' })"]],
  ['phone', [undefined, "faker.phone.number({ style: 'international' })"]],
  ['snowflake', [undefined, 'faker.string.numeric({ length: 18, allowLeadingZeros: false })']],
  ['duration', [undefined, "'PT1H'"]],
  // Times, by how they are written.
  ['date-time', ['z.iso.datetime({ offset: true })', 'DATE.toISOString()']],
  ['date', ['z.iso.date()', 'DATE.toISOString().slice(0, 10)']],
  ['time', [undefined, 'DATE.toISOString().slice(11)']],
  ['date-time-rfc-2822', [undefined, 'DATE.toUTCString()']],
])

/** Reads a table by the last words of a name. The first row that fits counts. */
function createTable<Value>(rows: Readonly<Record<string, Value>>): (words: string) => Value | undefined {
  const table = Object.entries(rows).map(([words, value]) => [new RegExp(`(^| )(${words})$`), value] as const)
  return (words) => table.find(([pattern]) => pattern.test(words))?.[1]
}

const findText = createTable({
  '(first|given) name': 'faker.person.firstName()',
  '(last|family|sur) ?name': 'faker.person.lastName()',
  '(full|display|author|contact|customer|owner) name|author': 'faker.person.fullName()',
  'user ?name|login|nick(name)?|handle': 'faker.internet.username().toLowerCase()',
  'e ?mail|email address': 'faker.internet.email()',
  'phone|mobile|phone number|telephone|fax': "faker.phone.number({ style: 'international' })",
  '(avatar|image|photo|picture|logo|thumbnail|icon)( ur[il])?': 'faker.image.url()',
  'ur[il]|href|link|website|homepage': 'faker.internet.url()',
  'domain|host|hostname': 'faker.internet.domainName()',
  'ip( address)?': 'faker.internet.ipv4()',
  'user agent': 'faker.internet.userAgent()',
  'city|town': 'faker.location.city()',
  'country code': 'faker.location.countryCode()',
  country: 'faker.location.country()',
  'street|address|line ?1|address ?1': 'faker.location.streetAddress()',
  'zip|zip code|postal code|postcode': 'faker.location.zipCode()',
  'region|province': 'faker.location.state()',
  'time ?zone|tz': 'faker.location.timeZone()',
  'currency( code)?': 'faker.finance.currencyCode()',
  'price|amount|cost|total|balance': 'faker.commerce.price()',
  iban: 'faker.finance.iban()',
  '(company|organi[sz]ation|vendor|supplier|manufacturer|brand|employer)( name)?': 'faker.company.name()',
  'product( name)?': 'faker.commerce.productName()',
  'job|job title|position|occupation': 'faker.person.jobTitle()',
  'department|category': 'faker.commerce.department()',
  'colou?r': 'faker.color.rgb()',
  'language|lang|locale': "'en'",
  'sha|commit|commit sha|revision': 'faker.git.commitSha()',
  branch: 'faker.git.branch()',
  'token|secret|api key|hash|digest|signature': 'faker.string.alphanumeric(24)',
  version: 'faker.system.semver()',
  'file ?name|file': 'faker.system.fileName()',
  'path|directory|folder': 'faker.system.filePath()',
  'mime ?type|content type|media type': 'faker.system.mimeType()',
  isbn: 'faker.commerce.isbn()',
  'sku|code|serial|barcode|reference': "faker.string.alphanumeric({ length: 8, casing: 'upper' })",
  'slug|key': 'faker.lorem.slug(2)',
  '(tag|label|keyword)s?': 'faker.lorem.word()',
  'title|subject|headline': 'faker.lorem.words(4)',
  'description|summary|body|text|content|comment|message|note|notes|bio|details|reason': 'faker.lorem.sentence()',
})

// What the name of something is, by what it is.
const findNameOf = createTable({
  '.*(user|customer|person|people|contact|author|employee|member|patient|student|teacher|owner|client|guest|driver|player|artist|actor)':
    'faker.person.fullName()',
  '.*(company|organi[sz]ation|vendor|supplier|merchant|brand|account|tenant|store|shop)': 'faker.company.name()',
  '.*(product|item|article|book|good)': 'faker.commerce.productName()',
  '.*(pet|animal|dog|cat)': 'faker.animal.petName()',
  '.*(repo|repository|project|branch|service|app|application)': 'faker.lorem.slug(2)',
})

const findPlace = createTable({
  'latitude|lat': 'faker.location.latitude()',
  'longitude|lng|lon': 'faker.location.longitude()',
})

const findRange = createTable<readonly [number, number]>({
  age: [18, 90],
  year: [1990, 2030],
  'rating|stars': [1, 5],
  'percent|percentage|progress': [0, 100],
  'quantity|stock|count|size|position|rank|order': [1, 100],
  id: [1, 1000],
})

/** How many items of a list are made up. */
const MOST_ITEMS = 5

const isTime = createTable({ '(created|updated|modified|deleted|started|finished) (at|on|date|time)': true })
const isFuture = /(expire|expires|due|until|end|ends|next)/
const PAST = 'faker.date.past({ refDate: now })'

/** Writes what makes up a text, for a field of something. */
export function writeText(shape: Shape, name: string, of: string): string {
  const words = splitWords(name).join(' ')
  const simple = readPattern(shape)
  if (simple !== undefined) return `faker.helpers.fromRegExp(${text(closePattern(simple, readLengths(shape)))})`
  const [, known] = findFormat(shape, name)
  if (known !== undefined)
    return known.replace('DATE', isFuture.test(words) ? 'faker.date.future({ refDate: now })' : PAST)
  return limitLength(shape, findText(words) ?? writeOther(shape, words, of))
}

/** Whether a text is made up without its pattern. */
export const isLoose = (shape: Shape, name: string): boolean =>
  shape.keywords.pattern !== undefined && (readPattern(shape) ?? findFormat(shape, name)[1]) === undefined

function findFormat({ keywords }: Shape, name: string): readonly [zod?: string | undefined, value?: string] {
  const format = toText(keywords.format)
  const known = FORMATS.get(format)
  const isNamed = isTime(splitWords(name).join(' ')) && known?.[0] === undefined && !format.startsWith('date')
  return (isNamed ? [undefined, FORMATS.get('date-time')?.[1] ?? ''] : known) ?? []
}

function writeOther({ keywords }: Shape, words: string, of: string): string {
  if (/(^| )name$/.test(words)) return findNameOf(of) ?? 'faker.lorem.words(2)'
  const [example] = [keywords.example, ...toList(keywords.examples)].filter((each) => typeof each === 'string')
  if (example !== undefined && example.length < 60) return text(example)
  return /(^| )(s?id|uuid|ref)$/.test(words) ? 'faker.string.alphanumeric(12)' : 'faker.lorem.words(2)'
}

/** Keeps a text within the limits of its length. */
function limitLength(shape: Shape, code: string): string {
  const { min = 0, max } = readLengths(shape)
  if (min > 3) {
    const length = min === max ? String(min) : `{ length: { min: ${min}, max: ${Math.min(max ?? min + 8, min + 8)} } }`
    return `faker.string.alphanumeric(${length})`
  }
  return max === undefined || max > 100 ? code : `${code}.slice(0, ${max})`
}

/** Writes what makes up a number. */
export function writeNumber(shape: Shape, name: string): string {
  const words = splitWords(name).join(' ')
  const isWhole = shape.type === 'integer'
  const range = readRange(shape)
  if ((shape.keywords.format === 'unix-time' || (isWhole && isTime(words))) && hasSeconds(range))
    return `Math.floor(${PAST}.getTime() / 1000)`
  const isFree = !isWhole && (range.min ?? range.max) === undefined
  const place = isFree ? findPlace(words) : undefined
  if (place !== undefined) return place
  const { step } = range
  const [least, most] = chooseEnds(range, findRange(words) ?? [0, 1000])
  const multiple = step === undefined ? '' : `, multipleOf: ${literal(step)}`
  const digits = isWhole || step !== undefined || most - least < 0.1 ? '' : ', fractionDigits: 2'
  return `faker.number.${isWhole ? 'int' : 'float'}({ min: ${literal(least)}, max: ${literal(most)}${multiple}${digits} })`
}

const hasSeconds = ({ min = 0, max = 2e9, step }: Range): boolean => min <= 1e9 && max >= 2e9 && step === undefined

/** Chooses between what numbers are made up. A multiple of the step is between them. */
function chooseEnds({ min, max, step }: Range, [low, high]: readonly [number, number]): readonly [number, number] {
  const reach = Math.max(100, step ?? 0)
  const first = step === undefined ? low : Math.floor(low / step) * step
  const least = min ?? (max !== undefined && max < low ? max - reach : first)
  return [least, max ?? Math.max(high, least + reach)]
}

/**
 * Writes the schema of a text.
 *
 * @param stored the name of the field if values are made up, so that the schema cannot ask for more than that
 */
export function writeTextSchema(shape: Shape, stored: string | undefined): string {
  const [format, value] = findFormat(shape, stored ?? '')
  const simple = readPattern(shape)
  const written = stored === undefined ? toText(shape.keywords.pattern) : ''
  const pattern = format !== undefined ? '' : simple === undefined ? written : `^${simple}$`
  // What a pattern or a format makes up is as long as that says.
  const isOwnLength = stored !== undefined && (simple ?? value) !== undefined
  return [
    format ?? 'z.string()',
    ...(isOwnLength ? [] : writeLimits(readLengths(shape))),
    isPattern(pattern) && `regex(new RegExp(${text(pattern)}${isUnicode(pattern) ? ", 'u'" : ''}))`,
  ]
    .filter(Boolean)
    .join('.')
}

export function writeNumberSchema(shape: Shape): string {
  const isWhole = shape.type === 'integer'
  const { step, calls } = readRange(shape)
  const multiple = step === undefined || step === 1 || !isWhole ? [] : [`multipleOf(${literal(step)})`]
  return [isWhole ? 'z.int()' : 'z.number()', ...calls, ...multiple].join('.')
}

interface Limits {
  readonly min?: number | undefined
  readonly max?: number | undefined
}

/** Writes limits as calls of a schema's methods. */
export const writeLimits = ({ min, max }: Limits): string[] => [
  ...(min === undefined ? [] : [`min(${literal(min)})`]),
  ...(max === undefined ? [] : [`max(${literal(max)})`]),
]

/** Reads the limits of the length of a text or a list; none if nothing of this length can be made up. */
export function readLengths(shape: Shape): Limits {
  const isList = shape.type === 'array'
  const of = isList ? 'Items' : 'Length'
  const [min, max] = [readLimit(shape, `min${of}`) || undefined, readLimit(shape, `max${of}`)]
  return (min ?? 0) > Math.min(max ?? Number.POSITIVE_INFINITY, isList ? MOST_ITEMS : 1000) ? {} : { min, max }
}

interface Range extends Limits {
  readonly step: number | undefined
  /** What a schema says about the limits. */
  readonly calls: readonly string[]
}

/** Reads the range of a number; none if it is empty. */
function readRange(shape: Shape): Range {
  const [low, high] = [readEnd(shape, 1), readEnd(shape, -1)]
  const width = low === undefined || high === undefined ? Number.POSITIVE_INFINITY : high.value - low.value
  if (width < 0 || (width === 0 && (low?.isOpen === true || high?.isOpen === true)))
    return { step: undefined, calls: [] }
  const near = Math.min(0.01, width / 10)
  const min = low && low.value + (low.isOpen ? near : 0)
  const max = high && high.value - (high.isOpen ? near : 0)
  const calls = [
    low && `${low.isOpen ? 'gt' : 'min'}(${literal(low.value)})`,
    high && `${high.isOpen ? 'lt' : 'max'}(${literal(high.value)})`,
  ]
  return { min, max, step: readStep(shape, { min, max }), calls: calls.filter((each) => each !== undefined) }
}

const readNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Math.abs(value) <= 1e12 ? value : undefined

/** Reads an end of a range. No number is at it if it is open. */
function readEnd({ type, keywords }: Shape, direction: 1 | -1): { value: number; isOpen: boolean } | undefined {
  const name = direction > 0 ? 'inimum' : 'aximum'
  const exclusive = read(keywords, `exclusiveM${name}`)
  const isOpen = exclusive === true || typeof exclusive === 'number'
  const value = readNumber(typeof exclusive === 'number' ? exclusive : read(keywords, `m${name}`))
  if (value === undefined || type !== 'integer') return value === undefined ? undefined : { value, isOpen }
  const whole = direction * Math.ceil(value * direction)
  return { value: isOpen && whole === value ? whole + direction : whole, isOpen: false }
}

/** Reads of what a number is a multiple; undefined if none is within its limits. */
function readStep({ type, keywords }: Shape, { min, max }: Limits): number | undefined {
  const step = readNumber(keywords.multipleOf)
  if (step === undefined || step < 1e-6 || (type === 'integer' && !Number.isInteger(step))) return undefined
  const isReached = min === undefined || max === undefined || Math.floor(max / step) * step >= min
  return isReached ? step : undefined
}

const SIMPLE = /^(\w|-|\[-?(\w-\w|[\w.])+-?\](\{[1-9]\d?(,[1-9]\d?)?\}|[+*?])?)+$/

/** Reads a pattern that texts can be made for: characters and classes, each as often as it says. */
export function readPattern(shape: Shape): string | undefined {
  const written = toText(shape.keywords.pattern).replaceAll('\\d', '[0-9]')
  const [, inner = ''] = /^\^(.+)\$$/.exec(written) ?? []
  const { min, max } = readLengths(shape)
  // Of several parts, nothing says how long each is.
  const isShared = (min ?? max) !== undefined && /\][+*]/.test(inner) && !/^\[[^\]]+\].$/.test(inner)
  // A format says more than a pattern.
  const isFree = FORMATS.get(toText(shape.keywords.format))?.[0] === undefined
  return isFree && SIMPLE.test(inner) && !isShared && inner.length < 100 && isPattern(`^${inner}$`) ? inner : undefined
}

/** Gives the parts of a simple pattern a length that have none. Texts are long enough to differ. */
function closePattern(simple: string, { min = 0, max = 100 }: Limits): string {
  const least = Math.max(min, Math.min(8, max))
  return simple.replaceAll(/\][+*]/g, `]{${least},${Math.min(max, least + 8)}}`)
}

const isUnicode = (pattern: string): boolean => /\\[pPu]\{/.test(pattern)

function isPattern(pattern: string): boolean {
  try {
    const flags = isUnicode(pattern) ? 'u' : ''
    return pattern !== '' && pattern.length < 80 && new RegExp(pattern, flags) instanceof RegExp
  } catch {
    return false
  }
}
