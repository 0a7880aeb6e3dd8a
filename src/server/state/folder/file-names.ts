// The names of files for sessions and texts, on every file system.

/**
 * Returns the name of the file for a name. Some file systems do not distinguish upper and lower case, some reserve
 * names such as `con`, and most have a limit of 255 characters.
 *
 * @param end how the file's name ends
 */
export function toFileName(name: string, end: string): string {
  return `s-${name.replace(/[A-Z]/g, (letter) => `=${letter.toLowerCase()}`)}${end}`
}

/** Returns the name that a file is for; undefined if it is another file. */
export function fromFileName(file: string, end: string): string | undefined {
  if (!file.startsWith('s-') || !file.endsWith(end)) return undefined
  const name = file.slice(2, -end.length).replace(/=([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return toFileName(name, end) === file ? name : undefined
}
