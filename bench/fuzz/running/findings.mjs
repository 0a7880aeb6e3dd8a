const LONGEST_DETAIL = 300

/** Creates the list of findings, with one entry for each kind of finding and what was sent. */
export function createFindings() {
  const entries = new Map()
  return {
    add({ kind, title, detail, ...example }) {
      const key = `${kind}/${title}`
      const known = entries.get(key)
      if (known === undefined) entries.set(key, { kind, title, detail: toPrintable(detail), count: 1, ...example })
      else known.count += 1
    },
    list: () => [...entries.values()],
  }
}

/** The findings as a table, each with the command that repeats it. */
export function tabulateFindings(findings, seed) {
  return {
    title: 'Findings',
    columns: ['finding', 'requests', 'times', 'first example', 'again'],
    rows: findings.map(({ kind, title, count, detail, example, note }) => [
      kind,
      title,
      count,
      `\`${detail.replaceAll('|', '\\|').replaceAll('`', "'")}\``,
      `\`--seed ${seed} ${example}\`${note}`,
    ]),
  }
}

/** Text that a terminal and a table can show. */
export function toPrintable(text) {
  const plain = String(text).replace(/[^\x20-\x7e]/g, toEscape)
  return plain.length > LONGEST_DETAIL ? `${plain.slice(0, LONGEST_DETAIL)}... (${plain.length})` : plain
}

const toEscape = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
