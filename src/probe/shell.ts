// Writes commands for a shell.

/** Writes a command so that it can be copied to a shell. */
export function formatCommand(command: readonly string[]): string {
  return command.map(quoteWord).join(' ')
}

/** Quotes a word for a shell, if that is necessary. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
