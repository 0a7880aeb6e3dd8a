// The difference between two bodies, with records matched by their ids.

import { type JsonNode, listChildren, readJson } from '../../../components/json/json-text.ts'

/** Lines of a difference. Many equal lines in a row are folded. */
export interface DiffPart {
  readonly kind: 'equal' | 'added' | 'removed' | 'folded'
  readonly lines: readonly string[]
}

const CONTEXT = 3
const MOST_LINES = 20_000

/**
 * Compares two bodies line by line, in a common layout. Records with the same id are compared with each
 * other, wherever they are.
 *
 * @returns undefined if the bodies are too large to be compared
 */
export function diffBodies(before: string, after: string): readonly DiffPart[] | undefined {
  const [one, other] = [layOut(before), layOut(after)]
  const pairs: readonly Pair[] = [
    [one.head, other.head],
    ...matchRecords(one.records, other.records),
    [one.tail, other.tail],
  ]
  const lines = pairs.reduce((sum, [left, right]) => sum + left.length + right.length, 0)
  if (lines > MOST_LINES) return undefined
  return fold(join(pairs.flatMap(compareLines)))
}

type Pair = readonly [before: readonly string[], after: readonly string[]]

// The records of the second body, each after those that only the first body has and that stood before it.
function matchRecords(before: readonly RecordLines[], after: readonly RecordLines[]): readonly Pair[] {
  const places = new Map(before.map(({ id }, index) => [id, index]))
  const kept = new Set(after.map(({ id }) => id))
  const pairs: Pair[] = []
  let next = 0
  const loseUntil = (end: number) => {
    for (; next < end; next += 1) {
      const section = before[next]
      if (section !== undefined && !kept.has(section.id)) pairs.push([section.lines, []])
    }
  }
  for (const { id, lines } of after) {
    const place = places.get(id)
    if (place !== undefined) loseUntil(place)
    pairs.push([place === undefined ? [] : (before[place]?.lines ?? []), lines])
  }
  loseUntil(before.length)
  return pairs
}

/** Compares as many lines one by one. Otherwise, all between equal lines at both ends is replaced. */
function compareLines([before, after]: Pair): readonly DiffPart[] {
  if (before.length === after.length)
    return before.flatMap((line, index) =>
      line === after[index] ? keep([line]) : replace([line], after.slice(index, index + 1)),
    )
  const least = Math.min(before.length, after.length)
  let start = 0
  while (start < least && before[start] === after[start]) start += 1
  let end = 0
  while (end < least - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const [old, next] = [before, after].map((lines) => lines.slice(start, lines.length - end)) as [string[], string[]]
  return [...keep(before.slice(0, start)), ...replace(old, next), ...keep(before.slice(before.length - end))]
}

const keep = (lines: readonly string[]): DiffPart[] => [{ kind: 'equal', lines }]

const replace = (before: readonly string[], after: readonly string[]): DiffPart[] => [
  { kind: 'removed', lines: before },
  { kind: 'added', lines: after },
]

function join(parts: readonly DiffPart[]): readonly DiffPart[] {
  const joined: { kind: DiffPart['kind']; lines: string[] }[] = []
  for (const { kind, lines } of parts.filter((part) => part.lines.length > 0)) {
    const last = joined.at(-1)
    if (last?.kind === kind) last.lines.push(...lines)
    else joined.push({ kind, lines: [...lines] })
  }
  return joined
}

function fold(parts: readonly DiffPart[]): readonly DiffPart[] {
  return parts.flatMap((part, index): DiffPart[] => {
    const { kind, lines } = part
    const start = index === 0 ? 0 : CONTEXT
    const end = lines.length - (index === parts.length - 1 ? 0 : CONTEXT)
    if (kind !== 'equal' || end - start <= 1) return [part]
    const folded: DiffPart[] = [
      { kind: 'equal', lines: lines.slice(0, start) },
      { kind: 'folded', lines: lines.slice(start, end) },
      { kind: 'equal', lines: lines.slice(end) },
    ]
    return folded.filter((each) => each.lines.length > 0)
  })
}

/** A record as lines. Without an id of its own, its id is its place. */
interface RecordLines {
  readonly id: string
  readonly lines: readonly string[]
}

/** The lines of a body: its records, and what stands before and after them. */
interface BodyLayout {
  readonly head: readonly string[]
  readonly records: readonly RecordLines[]
  readonly tail: readonly string[]
}

/** Lays a body out with a line for each value. Its records are apart. */
function layOut(text: string): BodyLayout {
  const root = readJson(text)
  if (root === undefined) return { head: text.split('\n'), records: [], tail: [] }
  const list = findList(text, root)
  if (list === undefined) return { head: writeLines(text, root, ''), records: [], tail: [] }
  if (list === root) return layOutList(text, list, '')
  const fields = listChildren(text, root)
  const place = fields.findIndex(({ start }) => start === list.start)
  const write = (field: JsonNode) => writeLines(text, field, INDENT)
  const { head, records, tail } = layOutList(text, list, INDENT)
  return {
    head: ['{', ...fields.slice(0, place).flatMap(write), ...head],
    records,
    tail: [...tail, ...fields.slice(place + 1).flatMap(write), '}'],
  }
}

const INDENT = '  '

function layOutList(text: string, list: JsonNode, indent: string): BodyLayout {
  const records = listChildren(text, list).map((record, index) => ({
    id: readId(text, record) ?? String(index),
    lines: writeLines(text, record, indent + INDENT),
  }))
  return { head: [`${indent}${writeName(list)}[`], records, tail: [`${indent}]`] }
}

// An empty list may have records in the other body.
function findList(text: string, root: JsonNode): JsonNode | undefined {
  const values = root.kind === 'array' ? [root] : root.kind === 'object' ? listChildren(text, root) : []
  const lists = values.filter(({ kind }) => kind === 'array').map((list) => ({ list, items: listChildren(text, list) }))
  const found = lists.find(({ items }) => items.some((item) => readId(text, item)))
  return (found ?? lists.find(({ items }) => items.length === 0))?.list
}

function readId(text: string, record: JsonNode): string | undefined {
  if (record.kind !== 'object') return undefined
  const id = listChildren(text, record).find(({ name }) => name === '"id"')
  return id === undefined ? undefined : text.slice(id.start, id.end)
}

function writeLines(text: string, node: JsonNode, indent: string): string[] {
  const children = node.kind === 'object' || node.kind === 'array' ? listChildren(text, node) : []
  const name = writeName(node)
  if (children.length === 0) return [`${indent}${name}${text.slice(node.start, node.end)}`]
  const [open, close] = node.kind === 'object' ? ['{', '}'] : ['[', ']']
  const inner = children.flatMap((child) => writeLines(text, child, indent + INDENT))
  return [`${indent}${name}${open}`, ...inner, `${indent}${close}`]
}

function writeName({ name }: JsonNode): string {
  return name === undefined ? '' : `${name}: `
}
