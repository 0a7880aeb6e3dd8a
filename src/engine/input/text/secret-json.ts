// Hides secrets in JSON, which may be cut or broken.

import { HIDDEN, isSecretName, NAME, VALUE } from './secret-names.ts'

interface Hiding {
  /** Gets each secret. */
  see(secret: string): void
  /** Hides the secrets in a string. */
  hide(text: string): string
}

const TOKEN = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|[{}[\]:,]|\s+|[^\s"{}[\]:,]+/gs

/**
 * Hides secrets in JSON. Objects and lists keep their form, so that the rest can be read and sent again. It works on
 * the tokens, because a body may be cut or broken, and the rest of it stays as it was sent.
 */
export function hideInJson(text: string, hiding: Hiding): string {
  const tokens = text.match(TOKEN) ?? []
  const { changes, kept } = findSecrets(tokens)
  let depth = 0
  return tokens
    .map((token, index) => {
      depth += changes[index] ?? 0
      if (!isLeaf(token) || isKey(tokens, index) || kept.has(index)) return token
      return depth > 0 ? hideLeaf(token, hiding) : hideInString(token, hiding)
    })
    .join('')
}

type Range = readonly [start: number, end: number]

/** An object or a list that is open where a text is read. */
interface Open {
  readonly isList: boolean
  readonly start: number
  /** Whether it lists secrets, whose names are none. */
  readonly hasNames: boolean
  /** Whether it is a list in a list, which is a pair if it has two items. */
  readonly mayBePair: boolean
  items: number
  key?: string | undefined
  /** The name that it gives to its value. */
  name?: string
  value?: Range | undefined
  /** Whether it is about a secret, as an error that repeats the input. */
  isAbout?: boolean
  input?: Range
}

/** Finds the values that are secret. @returns how many of them begin at each token, minus how many end there */
function findSecrets(tokens: readonly string[]) {
  const changes = new Int32Array(tokens.length + 1)
  const kept = new Set<number>()
  const hide = ([start, end]: Range): void => {
    changes[start] = (changes[start] ?? 0) + 1
    changes[end] = (changes[end] ?? 0) - 1
  }
  const open: Open[] = [{ isList: false, start: 0, hasNames: false, mayBePair: false, items: 0 }]
  const top = (): Open => open[open.length - 1] as Open
  const endValue = (range: Range): void => {
    const { key, isList } = top()
    if (isList) noteItem(top(), range, tokens)
    if (isList || key === undefined) return
    if (isSecretName(key)) hide(range)
    note(top(), key, range, tokens)
    if (NAME.test(key) && open.at(-2)?.hasNames === true) kept.add(range[0])
  }
  const close = (end: number, isCut: boolean): void => {
    if (open.length === 1) return
    const closed = open.pop() as Open
    for (const range of listNamed(closed, isCut)) hide(range)
    endValue([closed.start, end])
  }
  for (const [index, token] of tokens.entries()) {
    if (token === '{' || token === '[') open.push(begin(token, index, top()))
    else if (token === '}' || token === ']') close(index + 1, false)
    else if (token === ',') top().key = undefined
    else if (isKey(tokens, index)) top().key = readString(token)
    else if (isLeaf(token)) endValue([index, index + 1])
  }
  while (open.length > 1) close(tokens.length, true)
  return { changes, kept }
}

function begin(token: string, start: number, { key = '', isList: isInList }: Open): Open {
  const isList = token === '['
  const hasNames = isList && /s$/i.test(key) && isSecretName(key)
  return { isList, start, hasNames, mayBePair: isList && isInList, items: 0 }
}

/** Notes an item of a list. The first one of a pair is a name, such as that of a header. */
function noteItem(list: Open, range: Range, tokens: readonly string[]): void {
  list.items += 1
  const text = tokens[range[0]] ?? ''
  if (list.items === 1 && list.mayBePair && text.startsWith('"')) list.name = readString(text)
  list.value = list.items === 2 && list.name !== undefined ? range : undefined
}

/** Lists the values of an object that are secret because of its other fields. */
function listNamed({ name, value, input, isAbout }: Open, isCut: boolean): readonly Range[] {
  const isSecret = name === undefined ? isCut : isSecretName(name)
  return [...(isSecret && value ? [value] : []), ...(isAbout === true && input ? [input] : [])]
}

const MOST_OF_PLACE = 100

/** Notes what a field of an object says about the others. */
function note(object: Open, key: string, range: Range, tokens: readonly string[]): void {
  const [start, end] = range
  const value = tokens[start] ?? ''
  if (NAME.test(key) && value.startsWith('"')) object.name = readString(value)
  if (VALUE.test(key)) object.value = range
  if (key === 'input') object.input = range
  if (key === 'loc') object.isAbout = tokens.slice(start, Math.min(end, start + MOST_OF_PLACE)).some(isSecretPlace)
}

// The value of a pair can have any name.
function isSecretPlace(token: string): boolean {
  return token.startsWith('"') && (VALUE.test(readString(token)) || isSecretName(readString(token)))
}

function isLeaf(token: string): boolean {
  return !/^[\s{}[\]:,]/.test(token)
}

function isKey(tokens: readonly string[], index: number): boolean {
  if (tokens[index]?.startsWith('"') !== true) return false
  return tokens[index + (/^\s/.test(tokens[index + 1] ?? '') ? 2 : 1)] === ':'
}

function hideLeaf(token: string, { see }: Hiding): string {
  if (/^(?:null|true|false)$/.test(token)) return token
  see(readString(token))
  return `"${HIDDEN}"`
}

function hideInString(token: string, { hide }: Hiding): string {
  if (!token.startsWith('"')) return token
  const text = readString(token)
  const shown = hide(text)
  return shown === text ? token : JSON.stringify(shown)
}

/** Reads a string of JSON. It may be cut or have escapes that are none. */
function readString(token: string): string {
  try {
    return String(JSON.parse(token))
  } catch {
    return token
      .replace(/^"|"$/g, '')
      .replace(/\\u([\da-f]{4})|\\(.)/gis, (_all, code?: string, escaped = '') =>
        code === undefined ? escaped : String.fromCharCode(Number.parseInt(code, 16)),
      )
  }
}
