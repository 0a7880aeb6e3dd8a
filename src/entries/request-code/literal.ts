// Values as JavaScript source.

import { replaceHidden } from '../../engine/input/text/hidden-characters.ts'

const WIDTH = 100
const INDENT = '  '
const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Writes a string literal in single quotes. */
export function writeString(text: string): string {
  return `'${escapeText(text, "'")}'`
}

/** Writes text for the inside of a template literal. */
export function writeTemplateText(text: string): string {
  return escapeText(text, '`').replace(/\$(?=\{)/g, '\\$')
}

/** Writes a JSON value as a literal, on one line if it fits. @param indent that of the line that it begins in */
export function writeLiteral(value: unknown, indent = ''): string {
  if (typeof value === 'string') return writeString(value)
  if (typeof value !== 'object' || value === null) return String(value)
  const items = Array.isArray(value)
    ? value.map((item) => ({ key: '', item: item as unknown }))
    : Object.entries(value).flatMap(([key, item]) =>
        item === undefined ? [] : { key: `${writeKey(key)}: `, item: item as unknown },
      )
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }']
  if (items.length === 0) return `${open.trim()}${close.trim()}`
  const inner = `${indent}${INDENT}`
  const texts = items.map(({ key, item }) => `${key}${writeLiteral(item, inner)}`)
  const line = `${open}${texts.join(', ')}${close}`
  if (!line.includes('\n') && indent.length + line.length <= WIDTH) return line
  return `${open.trim()}\n${texts.map((text) => `${inner}${text},\n`).join('')}${indent}${close.trim()}`
}

// `__proto__: value` would set the prototype.
function writeKey(key: string): string {
  if (key === '__proto__') return "['__proto__']"
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : writeString(key)
}

function escapeText(text: string, quote: string): string {
  const quoted = text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)
  return replaceHidden(quoted, (characters) => Array.from(characters, escapeCharacter).join(''))
}

function escapeCharacter(character: string): string {
  return ESCAPES[character] ?? `\\u{${character.codePointAt(0)?.toString(16)}}`
}
