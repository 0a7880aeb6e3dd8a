// The names of files for sessions and snapshots, on every file system.

const END = '.json'

/**
 * Returns the name of the file for a name. Some file systems do not distinguish upper and lower case, some reserve
 * names such as `con`, and most have a limit of 255 characters.
 */
export function toFileName(name: string): string {
  return `s-${name.replace(/[A-Z]/g, (letter) => `=${letter.toLowerCase()}`)}${END}`
}

/** Returns the name that a file is for; undefined if it is another file. */
export function fromFileName(file: string): string | undefined {
  if (!file.startsWith('s-') || !file.endsWith(END)) return undefined
  const name = file.slice(2, -END.length).replace(/=([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return toFileName(name) === file ? name : undefined
}
