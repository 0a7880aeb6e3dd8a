// Names that nothing has yet.

/** Returns the wanted name, or with the first number that makes it one that is not taken: `default-0900-2`. */
export function findFreeName(wanted: string, taken: readonly string[]): string {
  let name = wanted
  for (let count = 2; taken.includes(name); count += 1) name = `${wanted}-${count}`
  return name
}
