/** Formats code of ours: what is in brackets is on one line if that fits, and otherwise has a line for each item. */

interface BracketGroup {
  readonly open: string
  readonly items: readonly Item[]
  readonly close: string
  /** What ends each of its items, in several lines: statements have nothing. */
  readonly end: ',' | ''
  readonly isTall: boolean
}
/** An item of a group, and the comments above it. */
interface Item {
  readonly comments: string[]
  readonly parts: Part[]
}
type Part = string | BracketGroup

const WIDTH = 120
const TOKENS = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/|[([{}\]),\n]|[^'"`/([{}\]),\n]+/g
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** Formats statements. An object that begins with a line break has a line for each of its items. */
export function format(code: string): string {
  const { items } = parse((code.match(TOKENS) ?? []).toReversed(), '', '')
  return items.map(({ comments, parts }) => [...comments, print(parts, 0)].join('\n')).join('\n')
}

/** Parses the inside of a group. @param tokens those that are left, the next one last @param before what stands before it */
function parse(tokens: string[], open: string, before: string): BracketGroup {
  const { isBlock, end } = readKind(open, before)
  const isTall = isBlock || tokens.at(-1) === '\n'
  const items: Item[] = []
  let item: Item = { comments: [], parts: [] }
  const finish = () => {
    const last = item.parts.at(-1)
    if (typeof last === 'string') item.parts.splice(-1, 1, ...[last.trimEnd()].filter(Boolean))
    if (item.parts.length > 0) items.push(item)
    if (item.parts.length > 0) item = { comments: [], parts: [] }
  }
  for (let token = tokens.pop(); token !== undefined && token !== CLOSING[open]; token = tokens.pop()) {
    if (token === (isBlock ? '\n' : ',')) finish()
    else if (token.startsWith('//')) item.comments.push(token)
    else if (token !== '\n') addPart(item.parts, token, tokens)
  }
  finish()
  return { open, items, close: CLOSING[open] ?? '', end, isTall: isTall && items.length > 0 }
}

/** Tells whether a group has statements, and what ends its items: what a function returns has nothing either. */
function readKind(open: string, before: string): { readonly isBlock: boolean; readonly end: BracketGroup['end'] } {
  const isReturned = / => $/.test(before)
  const isBlock = open === '' || (open === '{' && (isReturned || before === ' '))
  return { isBlock, end: isBlock || isReturned ? '' : ',' }
}

function addPart(parts: Part[], token: string, tokens: string[]): void {
  const before = parts.at(-1)
  const isText = typeof before === 'string'
  if (token in CLOSING) parts.push(parse(tokens, token, isText ? before : ''))
  else if (isText) parts[parts.length - 1] = before + token
  else if (before !== undefined || token.trim() !== '') parts.push(before === undefined ? token.trimStart() : token)
}

/** Writes parts on one line. @returns undefined if they need several */
function flatten(parts: readonly Part[]): string | undefined {
  const flat = parts.map((part) => {
    if (typeof part === 'string') return part
    const items = part.items.map((each) => (each.comments.length > 0 ? undefined : flatten(each.parts)))
    if (part.isTall || items.includes(undefined)) return undefined
    const space = part.open === '{' && items.length > 0 ? ' ' : ''
    return `${part.open}${space}${items.join(', ')}${space}${part.close}`
  })
  return flat.includes(undefined) ? undefined : flat.join('')
}

const lineAt = (indent: number): string => `\n${' '.repeat(indent)}`

/** Prints parts that begin at a column. @param after the length of what has to follow on the last line */
function print(parts: readonly Part[], indent: number, column = indent, after = 0): string {
  const whole = flatten(parts)
  if (whole !== undefined && column + whole.length + after <= WIDTH) return whole
  const [, key, value] = (isSimple(parts) && /^([^ ]+:) (.*)$/s.exec(whole ?? '')) || []
  if (key !== undefined) return `${key}${lineAt(indent + 2)}${value}`
  return printEach(parts, indent, column, after)
}

function printEach([part, ...rest]: readonly Part[], indent: number, column: number, after: number): string {
  if (part === undefined) return ''
  const [head = '', next] = typeof part === 'string' ? breakText(part) : []
  if (next !== undefined) {
    const inner = head.endsWith('>') ? indent + 2 : indent
    return head + lineAt(inner) + print([next, ...rest], inner, inner, after)
  }
  const printed = typeof part === 'string' ? part : printGroup(part, indent, column, startOf(rest) + after)
  const line = printed.lastIndexOf('\n')
  return printed + printEach(rest, indent, (line < 0 ? column : -line - 1) + printed.length, after)
}

/** Whether parts cannot be broken, or only where they would be hard to read. */
const isSimple = (parts: readonly Part[]): boolean =>
  parts.length === 1 || parts.some((part) => typeof part === 'string' && part.includes(' ?? '))

/** Breaks a text before what a function returns, and before what comes instead of nothing. In brackets, it stays. */
function breakText(part: string): readonly [head: string, next?: string] {
  const [, head, next] = /^(.* (?:=>|\?\?)) (\w.*)$/s.exec(part) ?? []
  return head === undefined || next === undefined ? [part] : [head, next]
}

/** The length of what stays on a line before the next place that can be broken. */
function startOf(parts: readonly Part[]): number {
  const next = parts.findIndex((part) => typeof part !== 'string' && part.items.length > 0)
  const flat = flatten(next < 0 ? parts : parts.slice(0, next)) ?? ''
  return flat.replace(/ (=>|\?\?) \w.*$/s, ' =>').length + (next < 0 ? 0 : 1)
}

function printGroup(group: BracketGroup, indent: number, column: number, after: number): string {
  const { open, items, close, end } = group
  const flat = flatten([group])
  if (flat !== undefined && column + flat.length + after <= WIDTH) return flat
  const last = items.at(-1)
  const head = flatten([{ ...group, items: items.slice(0, -1), close: items.length > 1 ? ', ' : '' }])
  const isShort = head !== undefined && column + head.length + startOf(last?.parts ?? []) < WIDTH
  if (open === '(' && last !== undefined && isShort && keepsBrackets(last))
    return `${head}${print(last.parts, indent, column + head.length, after + 1)}${close}`
  const pad = lineAt(indent + 2)
  const plain = items.map(({ parts }) => flatten(parts) ?? '')
  if (plain.every((each) => /^-?[\d.]+$/.test(each)))
    return `${open}${pad}${fill(plain, WIDTH - indent - 2).join(pad)}${lineAt(indent)}${close}`
  const lines = items.map(({ comments, parts }) => {
    return [...comments.map((each) => pad + each), pad, print(parts, indent + 2, indent + 2, end.length), end].join('')
  })
  return `${open}${lines.join('')}${lineAt(indent)}${close}`
}

/** Puts as many numbers on each line as fit. */
function fill(numbers: readonly string[], width: number): string[] {
  const lines: string[] = []
  for (const each of numbers) {
    const joined = `${lines.at(-1) ?? ''} ${each},`.trimStart()
    if (joined.length > width || lines.length === 0) lines.push(`${each},`)
    else lines[lines.length - 1] = joined
  }
  return lines
}

/** Whether the last argument of a call keeps its brackets beside those of the call: an object, a list, a function. */
function keepsBrackets({ comments, parts }: Item): boolean {
  const last = parts.at(-1)
  if (comments.length > 0 || typeof last !== 'object' || last.items.length === 0) return false
  if (parts.length === 1) return last.open !== '('
  return parts.some((part) => typeof part === 'string' && / => $/.test(part))
}
