// Quotes text for a POSIX shell.

import { HIDDEN_CHARACTER } from './hidden-characters.ts'

/**
 * Quotes text so that a shell passes exactly this text on. Line breaks stay as they are. Characters that
 * a terminal would interpret or hide become `$'\x1b'`, which bash, zsh and ksh understand.
 *
 * @param toBytes how a character that is not plain becomes bytes. Default: UTF-8
 */
export function quoteForShell(text: string, toBytes: (character: string) => Iterable<number> = toUtf8): string {
  const parts: { text: string; isEscaped: boolean }[] = []
  for (const character of text) {
    const isEscaped = mustEscape(character, toBytes)
    const part = isEscaped ? escapeBytes(toBytes(character)) : character === "'" ? "'\\''" : character
    const last = parts.at(-1)
    if (last?.isEscaped === isEscaped) last.text += part
    else parts.push({ text: part, isEscaped })
  }
  if (parts.length === 0) return "''"
  return parts.map((part) => (part.isEscaped ? `$'${part.text}'` : `'${part.text}'`)).join('')
}

/** Encodes a character of a header. Node reads headers as Latin-1. */
export function toLatin1(character: string): Iterable<number> {
  const code = character.codePointAt(0) ?? 0
  return code <= 0xff ? [code] : toUtf8(character)
}

function toUtf8(character: string): Iterable<number> {
  return new TextEncoder().encode(character)
}

function mustEscape(character: string, toBytes: (character: string) => Iterable<number>): boolean {
  if (character === '\n') return false
  if (HIDDEN_CHARACTER.test(character)) return true
  return character > '~' && toBytes !== toUtf8
}

function escapeBytes(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')
}
