/** Writes source code as formatters write it. Texts of others get into it only by `text` and `comment`. */

import { writePrintableJson } from '../../engine/input/text/quote.ts'

/** Code whose line breaks are not decided yet. */
export type Code = string | readonly Code[] | Block | Call | Broken

/** What is in brackets: on one line if that fits, and otherwise with a line for each item. */
interface Block {
  readonly open: string
  readonly items: readonly Item[]
  readonly close: string
  /** What ends each item: statements have nothing. */
  readonly end: ',' | ''
  /** Whether it always has several lines. */
  readonly isTall: boolean
}

export interface Item {
  /** What stands before the item, in a line of its own. */
  readonly comment?: string | undefined
  readonly code: Code
}

interface Call {
  readonly callee: string
  readonly args: readonly Code[]
}

/** What continues on the next line if it does not fit. */
interface Broken {
  readonly head: string
  readonly rest: Code
  /** Whether the next line begins where this one does. */
  readonly isLevel?: boolean
}

const WIDTH = 120

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

/** Writes a comment: a sentence of ours in which `quoted` is of others. */
export function comment(sentence: string, ...quoted: readonly string[]): string {
  return [`// ${sentence}`, quoted.map(text).join(', ')].filter((part) => part !== '').join(' ')
}

const isWord = (name: string): boolean => /^[A-Za-z_$][\w$]*$/.test(name)

const key = (name: string): string => (isWord(name) ? name : text(name))

/** Writes how a member of an object is read. */
export const member = (of: string, name: string): string => `${of}${isWord(name) ? `.${name}` : `[${text(name)}]`}`

export function object(items: readonly (Item | Code)[], isTall = false): Code {
  return { open: '{', items: items.map(toItem), close: '}', end: ',', isTall }
}

export function list(items: readonly (Item | Code)[]): Code {
  return { open: '[', items: items.map(toItem), close: ']', end: ',', isTall: false }
}

/** Writes a call. An object, a list or a function that comes last keeps its brackets beside those of the call. */
export const call = (callee: string, ...args: readonly Code[]): Code => ({ callee, args })

/** Writes a value, and what comes instead of it if there is none. */
export const either = (value: string, otherwise: string): Code => ({
  head: `${value} ??`,
  rest: otherwise,
  isLevel: true,
})

/** Writes a function: an expression, or statements. */
export function lambda(parameters: string, body: Code | { readonly statements: readonly Code[] }): Code {
  if (typeof body === 'object' && 'statements' in body) return [`${parameters} => `, statements(body.statements)]
  // An object needs brackets around it.
  if (typeof body === 'object' && 'open' in body && body.open === '{') return [`${parameters} => (`, body, ')']
  return { head: `${parameters} =>`, rest: body }
}

export const statements = (lines: readonly Code[]): Code => ({
  open: '{',
  items: lines.map(toItem),
  close: '}',
  end: '',
  isTall: true,
})

/** Writes a property; undefined is left out by `object`. */
export function property(name: string, value: Code): Code {
  const head = `${key(name)}:`
  if (typeof value === 'string') return value === name ? value : { head, rest: value }
  return [`${head} `, value]
}

/** Prints code that begins at a column. */
export function print(code: Code, indent: number, column = indent, after = 0): string {
  if (typeof code === 'string') return code
  const flat = flatten(code)
  if (flat !== undefined && column + flat.length + after <= WIDTH) return flat
  if ('head' in code) {
    const line = code.isLevel ? indent : indent + 2
    return `${code.head}\n${' '.repeat(line)}${print(code.rest, line, line, after)}`
  }
  if ('callee' in code) return printCall(code, indent, column, after)
  return 'open' in code ? printTall(code, indent) : printParts(code, indent, column, after)
}

function printCall({ callee, args }: Call, indent: number, column: number, after: number): string {
  const last = args.at(-1)
  const before = [`${callee}(`, ...args.slice(0, -1).map((each): Code => [each, ', '])]
  const start = column + (flatten(before)?.length ?? WIDTH)
  if (last !== undefined && isBlock(last) && start + openOf(last).length <= WIDTH) {
    return print([...before, last, ')'], indent, column, after)
  }
  return printTall({ open: `${callee}(`, items: args.map(toItem), close: ')', end: ',', isTall: true }, indent)
}

function printTall({ open, items, close, end }: Block, indent: number): string {
  const pad = `\n${' '.repeat(indent + 2)}`
  if (items.length > 0 && items.every(({ code }) => isNumber(code)))
    return printNumbers(
      items.map(({ code }) => String(code)),
      indent,
    )
  const lines = items.map(({ comment: above, code }) => {
    const before = above === undefined ? pad : `${pad}${above}${pad}`
    return `${before}${print(code, indent + 2, indent + 2, end.length)}${end}`
  })
  return `${open}${lines.join('')}\n${' '.repeat(indent)}${close}`
}

const isNumber = (code: Code): boolean => typeof code === 'string' && /^-?[\d.]+$/.test(code)

/** Prints a list of numbers, with as many on a line as fit. */
function printNumbers(numbers: readonly string[], indent: number): string {
  const pad = ' '.repeat(indent + 2)
  const lines = [pad]
  for (const each of numbers) {
    const last = lines.at(-1) ?? ''
    const next = last.trim() === '' ? `${pad}${each},` : `${last} ${each},`
    if (next.length > WIDTH) lines.push(`${pad}${each},`)
    else lines[lines.length - 1] = next
  }
  return `[\n${lines.join('\n')}\n${' '.repeat(indent)}]`
}

function printParts(parts: readonly Code[], indent: number, column: number, after: number): string {
  let printed = ''
  for (const [index, part] of parts.entries()) {
    const start = printed.includes('\n') ? printed.length - printed.lastIndexOf('\n') - 1 : column + printed.length
    const rest = parts.slice(index + 1).map((each) => flatten(each) ?? openOf(each))
    printed += print(part, indent, start, rest.join('').length + after)
  }
  return printed
}

/** Returns what the first line of code ends with if it has several. */
function openOf(code: Code): string {
  if (typeof code === 'string') return code
  if ('open' in code) return code.open
  if ('head' in code || 'callee' in code) return ''
  const index = code.findIndex((each) => flatten(each) === undefined)
  return code
    .slice(0, index + 1)
    .map((each) => flatten(each) ?? openOf(each))
    .join('')
}

/** Writes code on one line. @returns undefined if it cannot be */
function flatten(code: Code): string | undefined {
  if (typeof code === 'string') return code
  if ('head' in code) {
    const rest = flatten(code.rest)
    return rest === undefined ? undefined : `${code.head} ${rest}`
  }
  if ('callee' in code) {
    const args = joinFlat(code.args, ', ')
    return args === undefined ? undefined : `${code.callee}(${args})`
  }
  if (!('open' in code)) return joinFlat(code, '')
  const { open, items, close, isTall } = code
  if (isTall && items.length > 0) return undefined
  if (items.some(({ comment: above }) => above !== undefined)) return undefined
  const inner = joinFlat(
    items.map(({ code: each }) => each),
    ', ',
  )
  const space = open === '{' && inner !== '' ? ' ' : ''
  return inner === undefined ? undefined : `${open}${space}${inner}${space}${close}`
}

function joinFlat(parts: readonly Code[], separator: string): string | undefined {
  const flat = parts.map(flatten)
  return flat.includes(undefined) ? undefined : flat.join(separator)
}

function isBlock(code: Code): boolean {
  if (typeof code === 'string' || 'head' in code || 'callee' in code) return false
  if ('open' in code) return code.open === '{' || code.open === '['
  // A function with a body.
  return code.some(isBlock) && typeof code[0] === 'string' && code[0].includes('=>')
}

function toItem(each: Item | Code): Item {
  return typeof each === 'object' && 'code' in each ? each : { code: each }
}
