import { replaceHidden } from './hidden-characters.ts'

/** Writes a command so that it can be copied to a shell. */
export function formatCommand(command: readonly string[]): string {
  return command.map(quoteWord).join(' ')
}

export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : quoteForShell(word)
}

/**
 * Quotes text so that a shell passes exactly this text on. Line breaks stay as they are. Characters that
 * a terminal would interpret or hide become `$'\x1b'`, which bash, zsh and ksh understand.
 *
 * @param toBytes how a character that is not plain becomes bytes. Default: UTF-8
 */
export function quoteForShell(text: string, toBytes: (character: string) => Iterable<number> = toUtf8): string {
  const escapeAll = (characters: string) =>
    /^\n+$/.test(characters)
      ? characters
      : `'$'${Array.from(characters, (each) => escapeBytes(toBytes(each))).join('')}''`
  const quoted = replaceHidden(text.replaceAll("'", "'\\''"), escapeAll)
  return `'${toBytes === toUtf8 ? quoted : quoted.replace(/[^\0-\x7f]+/gu, escapeAll)}'`
}

/** Encodes a character of a header. Node reads headers as Latin-1. */
export function toLatin1(character: string): Iterable<number> {
  const code = character.codePointAt(0) ?? 0
  return code <= 0xff ? [code] : toUtf8(character)
}

function toUtf8(character: string): Iterable<number> {
  return new TextEncoder().encode(character)
}

function escapeBytes(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')
}
