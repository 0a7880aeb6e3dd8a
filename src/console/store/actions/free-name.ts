// Names that nothing has yet.

/** Returns the first name if it is not taken, or else the base with a number: `default-0900-2`. */
export function findFreeName(base: string, taken: readonly string[], first = base): string {
  let name = first
  for (let count = 2; taken.includes(name); count += 1) name = `${base}-${count}`
  return name
}
