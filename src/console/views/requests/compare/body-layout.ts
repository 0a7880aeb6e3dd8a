// A body as lines in a common layout, with a section for each of its records.

import { type JsonNode, listChildren, readJson } from '../../../components/json/json-text.ts'

/** A record as lines. Without an id of its own, its id is its place. */
export interface RecordLines {
  readonly id: string
  readonly lines: readonly string[]
}

/** The lines of a body: its records, and what stands before and after them. */
export interface BodyLayout {
  readonly head: readonly string[]
  readonly records: readonly RecordLines[]
  readonly tail: readonly string[]
}

/** Lays a body out with a line for each value. Its records are apart. */
export function layOut(text: string): BodyLayout {
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
