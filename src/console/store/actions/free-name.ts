// Names that nothing has yet.

/** Returns the first name if it is not taken, or else the wanted one with a number: `default-0900-2`. */
export function findFreeName(wanted: string, taken: readonly string[], first = wanted): string {
  let name = first
  for (let count = 2; taken.includes(name); count += 1) name = `${wanted}-${count}`
  return name
}
