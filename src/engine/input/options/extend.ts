/**
 * Creates an object with the properties of another one and more. A getter stays a getter, so the new
 * object always shows the current value. A spread would freeze the value of the moment.
 */
export function extend<Base extends object, More extends object>(base: Base, more: More): Base & More {
  const properties = { ...Object.getOwnPropertyDescriptors(base), ...Object.getOwnPropertyDescriptors(more) }
  return Object.defineProperties({}, properties) as Base & More
}
