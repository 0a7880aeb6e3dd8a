/** Source code as text. Texts of others get into it only by `text`, `literal`, `property`, `member` and `comment`. */

import { writePrintableJson } from '../../engine/input/text/quote.ts'

/** Writes a text as a literal, with the quotes that need fewer escapes. */
export function text(value: string): string {
  const json = writePrintableJson(value)
  const isDouble = value.split("'").length > value.split('"').length
  return isDouble ? json : `'${json.slice(1, -1).replace(/\\"|'/g, (each) => (each === "'" ? "\\'" : '"'))}'`
}

/** Writes a scalar. @returns undefined for what is none */
export function literal(value: unknown): string | undefined {
  if (typeof value === 'string') return text(value)
  if (typeof value === 'number') return Number.isFinite(value) ? String(value).replace('e+', 'e') : undefined
  return value === null || typeof value === 'boolean' ? String(value) : undefined
}

/** Writes a comment on a line of its own: a sentence of ours in which `quoted` is of others. */
export const comment = (sentence: string, ...quoted: readonly string[]): string =>
  `${[`// ${sentence}`, quoted.map(text).join(', ')].join(' ').trim()}\n`

const MOST_NAMED = 10

/** Writes a comment that names some things; nothing if there are none. Of many, it names the first ones. */
export function commentOn(sentence: string, names: readonly string[]): string {
  if (names.length === 0) return ''
  const more = names.length - MOST_NAMED
  const start = more > 0 ? `${sentence}, with ${more} more` : sentence
  return comment(`${start}:`, ...names.slice(0, MOST_NAMED))
}

const isWord = (name: string): boolean => /^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__'

/** Writes a property. It is short where its value is a variable of its name. */
export function property(name: string, value: string): string {
  if (value === name && isWord(name) && !/^(null|true|false)$/.test(name)) return name
  return `${isWord(name) ? name : name === '__proto__' ? `[${text(name)}]` : text(name)}: ${value}`
}

/** Writes how a member of an object is read. */
export const member = (of: string, name: string): string => `${of}${isWord(name) ? `.${name}` : `[${text(name)}]`}`

type Items = readonly (string | false | undefined)[]

const join = (items: Items): string => items.filter((each) => each !== undefined && each !== false).join(', ')

/** Writes an object, on one line if that fits. */
export const object = (items: Items): string => `{${join(items)}}`

/** Writes an object with a line for each property. */
export const tall = (items: Items): string => `{\n${join(items)}}`

export const list = (items: Items): string => `[${join(items)}]`

/** Writes a body of statements. */
export const block = (...lines: Items): string => `{\n${lines.filter(Boolean).join('\n')}}`

// Control characters, which literals escape.
const [TYPE, END] = ['\u0001', '\u0002']

/** Marks code that only TypeScript has. */
export const type = (code: string): string => TYPE + code + END

/** Removes the marks, and in JavaScript what they mark. */
export function finishTypes(code: string, isTyped: boolean): string {
  const [start = '', ...marked] = code.split(TYPE)
  const rest = marked.map((each) => (isTyped ? each.replace(END, '') : each.slice(each.indexOf(END) + 1)))
  return [start, ...rest].join('')
}

/** Lists the names in code, without those in texts and those of properties. */
export const namesIn = (code: string): ReadonlySet<string> =>
  new Set(code.replace(/'(\\.|[^'\\\n])*'|"(\\.|[^"\\\n])*"|\w+:|\.\w+/g, ' ').match(/\w+/g))

/** Names those of some variables that code uses, for the braces of a parameter. */
export const listUsed = (code: string, names: readonly string[]): string => {
  const used = namesIn(code)
  return names.filter((name) => used.has(name)).join(', ')
}
