/** What identifies a mutant: where it is, and what it changes. */
export function keyOf({ fileName, location: { start, end }, mutatorName, replacement }) {
  const file = fileName.slice(fileName.search(/src\/(engine|fastapi|service)\/(?!.*src\/)/))
  return `${file}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column} ${mutatorName} ${replacement}`
}

/** The range of a mutant, as Stryker's option `mutate` takes it. */
export const rangeOf = ({ key }) => key.slice(0, key.indexOf(' '))
