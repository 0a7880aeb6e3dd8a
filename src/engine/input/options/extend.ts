/** Creates an object with the properties of two. Unlike with a spread, a getter stays a getter. */
export function extend<Base extends object, More extends object>(base: Base, more: More): Base & More {
  const properties = { ...Object.getOwnPropertyDescriptors(base), ...Object.getOwnPropertyDescriptors(more) }
  return Object.defineProperties({}, properties) as Base & More
}
