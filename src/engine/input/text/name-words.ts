/** Splits a name into its words, in lower case: `lineItem`, `line-item`, `line_item` and `LineItem` have two. */
export function splitName(name: string): readonly string[] {
  const spaced = name.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
  return spaced.toLowerCase().match(/[\p{L}\p{M}\d]+/gu) ?? []
}
