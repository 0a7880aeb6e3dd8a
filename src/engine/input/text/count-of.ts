/** Writes a number of things: `1 request`, `1,201 requests`. @param noun in the singular, which gets an s */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
