// Shortens names in the bundle, which makes it one percent smaller.

// Only names of several words, because words such as `row` are also other texts of the page.
const IN_STYLES = /\.([a-z]\w*(?:-\w+)+)/g
// The start of a name that a script puts together, such as `status-`.
const STARTS = /(?<=["'`\s])(?:[a-z]\w*-)+(?=["'`]|\$\{)/g

const PROPERTY = /(?<![\w-])--[a-z][\w-]*/g

/**
 * Shortens the names of classes that scripts spell out. Names that they put together, such as
 * `status-${kind}`, and those in the HTML stay.
 *
 * @returns the same script and styles with shorter names
 */
export function shortenClassNames({ script, styles, html }) {
  const names = new Set(Array.from(styles.matchAll(IN_STYLES), ([, name]) => name))
  const inHtml = new Set(html.match(/[\w-]+/g))
  const starts = script.match(STARTS) ?? []
  const isWhole = (name) => !inHtml.has(name) && !starts.some((start) => name.startsWith(start))
  const inScript = [...names].filter((name) => isWhole(name) && toPattern([name]).test(script))
  const short = new Map(inScript.map((name, index) => [name, `_${index.toString(36)}`]))
  return {
    script: script.replace(toPattern(inScript), (name) => short.get(name)),
    styles: styles.replace(IN_STYLES, (selector, name) => (short.has(name) ? `.${short.get(name)}` : selector)),
  }
}

/** Shortens the names of the custom properties that no script mentions. @returns the styles with shorter names */
export function shortenProperties({ script, styles }) {
  const names = [...new Set(styles.match(PROPERTY))].filter((name) => !script.includes(name))
  return styles.replace(PROPERTY, (name) => (names.includes(name) ? `--${names.indexOf(name).toString(36)}` : name))
}

// A whole word in a list of classes, or in a selector.
function toPattern(names) {
  return new RegExp(`(?<=["'\`\\s.])(?:${names.join('|')})(?=["'\`\\s])`, 'g')
}
