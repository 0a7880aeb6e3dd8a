// Reads JSON as text, one level at a time, so that numbers stay as written and large bodies open at once.

import { parseJson } from '../../../../engine/input/text/decode.ts'

export interface JsonNode {
  readonly kind: 'object' | 'array' | 'string' | 'number' | 'word'
  /** The name of the field, as written with its quotes; undefined in an array. */
  readonly name: string | undefined
  readonly start: number
  readonly end: number
}

/** Returns the value of a JSON text, or undefined if the text is not JSON. */
export function readJsonText(text: string): JsonNode | undefined {
  if (parseJson(text) === undefined) return undefined
  const start = skipSpace(text, 0)
  return { kind: kindAt(text, start), name: undefined, start, end: text.trimEnd().length }
}

export function listChildren(text: string, { kind, start, end }: JsonNode): readonly JsonNode[] {
  const children: JsonNode[] = []
  let index = skipSpace(text, start + 1)
  while (index < end - 1) {
    let name: string | undefined
    if (kind === 'object') {
      const nameEnd = skipString(text, index)
      name = text.slice(index, nameEnd)
      // Past the colon.
      index = skipSpace(text, skipSpace(text, nameEnd) + 1)
    }
    const valueEnd = skipValue(text, index)
    children.push({ kind: kindAt(text, index), name, start: index, end: valueEnd })
    // Past the comma.
    index = skipSpace(text, skipSpace(text, valueEnd) + 1)
  }
  return children
}

const KINDS: Readonly<Record<string, JsonNode['kind']>> = {
  '{': 'object',
  '[': 'array',
  '"': 'string',
  t: 'word',
  f: 'word',
  n: 'word',
}

function kindAt(text: string, index: number): JsonNode['kind'] {
  return KINDS[text[index] ?? ''] ?? 'number'
}

function skipSpace(text: string, start: number): number {
  let index = start
  while (index < text.length && text.charCodeAt(index) <= 32) index += 1
  return index
}

function skipString(text: string, start: number): number {
  let index = start
  for (;;) {
    index = text.indexOf('"', index + 1)
    if (index < 0) return text.length
    let slashes = 0
    while (text[index - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return index + 1
  }
}

const END_OF_WORD = /[\s,\]}]/g

function skipValue(text: string, start: number): number {
  const kind = kindAt(text, start)
  if (kind === 'string') return skipString(text, start)
  if (kind === 'object' || kind === 'array') return skipNested(text, start)
  END_OF_WORD.lastIndex = start
  return END_OF_WORD.exec(text)?.index ?? text.length
}

function skipNested(text: string, start: number): number {
  const marks = /["{}[\]]/g
  marks.lastIndex = start
  let depth = 0
  for (;;) {
    const mark = marks.exec(text)
    if (mark === null) return text.length
    if (mark[0] === '"') marks.lastIndex = skipString(text, mark.index)
    else if (mark[0] === '{' || mark[0] === '[') depth += 1
    else {
      depth -= 1
      if (depth === 0) return mark.index + 1
    }
  }
}
