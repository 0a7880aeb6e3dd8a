import { countOf } from '../../../engine/input/text/words.ts'
// Short results: an agent pays for every character that it reads.

/** Cuts a text. @param more says how to get the rest, given how many characters were shown */
export function shortenText(text: string, most: number, more: (shown: number) => string): string {
  if (text.length <= most) return text
  // Half of a character is none.
  const end = /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) ? most - 1 : most
  return `${text.slice(0, end)}\n... ${countOf(text.length - end, 'more character')}. ${more(end)}`
}

/** Lists values on one line: all of them, or the first ones and how many more there are. */
export function listFirst(values: readonly string[], most: number): string {
  const rest = values.length - most
  return [...values.slice(0, most), ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ')
}

/** Joins lines and blocks of lines. What is undefined or empty is left out. */
export function joinLines(...lines: readonly (string | undefined | readonly string[])[]): string {
  return lines
    .flat()
    .filter((line) => line !== undefined && line !== '')
    .join('\n')
}
