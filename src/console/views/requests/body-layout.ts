// A body as lines in a common layout, with a section for each of its records.

import { type JsonNode, listChildren, readJson } from '../../components/json-text.ts'

/** Some lines of a body: a record with an id, or what stands around the records. */
export interface Section {
  readonly id: string | undefined
  readonly lines: readonly string[]
}

/** Lays a body out with a line for each value. Each record of its list is a section of its own. */
export function layOut(text: string): readonly Section[] {
  const root = readJson(text)
  if (root === undefined) return [withoutId(text.split('\n'))]
  const list = findList(text, root)
  if (list === undefined) return [withoutId(writeLines(text, root, ''))]
  if (list === root) return layOutList(text, list, '')
  const fields = listChildren(text, root).flatMap((field) =>
    field.start === list.start ? layOutList(text, list, INDENT) : [withoutId(writeLines(text, field, INDENT))],
  )
  return [withoutId(['{']), ...fields, withoutId(['}'])]
}

const INDENT = '  '

function withoutId(lines: readonly string[]): Section {
  return { id: undefined, lines }
}

function layOutList(text: string, list: JsonNode, indent: string): Section[] {
  const records = listChildren(text, list).map((record) => ({
    id: readId(text, record),
    lines: writeLines(text, record, indent + INDENT),
  }))
  return [withoutId([`${indent}${writeName(list)}[`]), ...records, withoutId([`${indent}]`])]
}

function findList(text: string, root: JsonNode): JsonNode | undefined {
  const lists = root.kind === 'array' ? [root] : root.kind === 'object' ? listChildren(text, root) : []
  return lists.find((node) => node.kind === 'array' && listChildren(text, node).some((each) => readId(text, each)))
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
