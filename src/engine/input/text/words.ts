// How words are put into sentences: articles, plurals, capitals, and names.

/** Writes a noun with its article: `a loan`, `an author`. */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`
}

/** Writes the first letter of a text as a capital. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Writes a number of things: `1 request`, `1,201 requests`. @param noun in the singular, which gets an s */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}

/** Names a service in a sentence: `the Petstore API`, but `Petstore`. */
export function nameService(title: string): string {
  return /^(?!the ).*\b(?:api|backend|platform|server|service|system)$/i.test(title) ? `the ${title}` : title
}

/** Splits a name into its words, in lower case: `lineItem`, `line-item`, `line_item` and `LineItem` have two. */
export function splitName(name: string): readonly string[] {
  const spaced = name.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
  return spaced.toLowerCase().match(/[\p{L}\p{M}\d]+/gu) ?? []
}
