// Writes text and commands for a POSIX shell.

import { splitAtHidden } from './hidden-characters.ts'

type ToBytes = (character: string) => Iterable<number>

interface Part {
  text: string
  readonly isEscaped: boolean
}

/** Writes a command so that it can be copied to a shell. */
export function formatCommand(command: readonly string[]): string {
  return command.map(quoteWord).join(' ')
}

/** Quotes a word for a shell, if that is necessary. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : quoteForShell(word)
}

/**
 * Quotes text so that a shell passes exactly this text on. Line breaks stay as they are. Characters that
 * a terminal would interpret or hide become `$'\x1b'`, which bash, zsh and ksh understand.
 *
 * @param toBytes how a character that is not plain becomes bytes. Default: UTF-8
 */
export function quoteForShell(text: string, toBytes: ToBytes = toUtf8): string {
  const parts: Part[] = []
  for (const part of splitText(text, toBytes)) {
    const written = part.isEscaped ? escapeBytes(toBytes(part.text)) : part.text.replaceAll("'", "'\\''")
    const last = parts.at(-1)
    if (last?.isEscaped === part.isEscaped) last.text += written
    else parts.push({ text: written, isEscaped: part.isEscaped })
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

function splitText(text: string, toBytes: ToBytes): Part[] {
  const parts = splitAtHidden(text).flatMap((part, index) => {
    const isHidden = index % 2 === 1 && part !== '\n'
    if (isHidden || toBytes === toUtf8) return [{ text: part, isEscaped: isHidden }]
    return part.split(/([^\0-\x7f])/u).map((each, place) => ({ text: each, isEscaped: place % 2 === 1 }))
  })
  return parts.filter((part) => part.text !== '')
}

function escapeBytes(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')
}
