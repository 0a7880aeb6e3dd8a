import { readFileSync } from 'node:fs'
import { percentage, wilson } from '../statistics.mjs'

const KILLED = new Set(['Killed', 'Timeout'])
const ALIVE = new Set(['Survived', 'NoCoverage'])

/** Prints what happened to the drawn mutants of each part with some tests, and what that says about all mutants. */
export function printScores(parts, results, tests) {
  const scores = parts.map((part) => scoreOf(part, results))
  console.log(`\nEach mutant with ${tests}:\n`)
  console.log('| part | mutants | killed | survived | no coverage | score |\n|---|---|---|---|---|---|')
  for (const { name, total, killed, survived, uncovered, valid } of scores) {
    console.log(`| ${name} | ${total} | ${killed} | ${survived} | ${uncovered} | ${percentage(killed / valid)} |`)
  }
  for (const { drawn } of parts) {
    for (const mutant of drawn) if (ALIVE.has(results.get(mutant.key))) console.log(describe(mutant, results))
  }
  console.log(`\n${summarize(scores.filter(({ valid }) => valid > 0))}`)
}

function scoreOf({ name, drawn, total }, results) {
  const count = (...wanted) => drawn.filter(({ key }) => wanted.includes(results.get(key))).length
  const [killed, survived, uncovered] = [count(...KILLED), count('Survived'), count('NoCoverage')]
  const valid = killed + survived + uncovered
  // The others run only when a module is loaded, and so do as many of those that were not drawn.
  return { name, total, killed, survived, uncovered, valid, weight: (total * valid) / drawn.length }
}

/** The score of all parts together: each counts by its number of mutants, however many of them were drawn. */
function summarize(scores) {
  const all = sum(scores.map(({ weight }) => weight))
  const shares = scores.map(({ weight, killed, valid }) => ({ share: weight / all, killed, valid }))
  const score = sum(shares.map(({ share, killed, valid }) => (share * killed) / valid))
  const effective = 1 / sum(shares.map(({ share, valid }) => share ** 2 / valid))
  const [low, high] = wilson(score, effective).map(percentage)
  const drawn = sum(scores.map(({ valid }) => valid))
  return `${percentage(score)} of the mutants are killed (95 % confidence: ${low} to ${high}, from ${drawn} mutants).`
}

const sum = (values) => values.reduce((total, value) => total + value, 0)

function describe({ fileName, location: { start, end }, mutatorName, replacement, key }, results) {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line, end.line + 1)
  const last = lines.length - 1
  lines[last] = lines[last].slice(0, end.column)
  lines[0] = lines[0].slice(start.column)
  const short = (text) => text.replace(/\s+/g, ' ').slice(0, 160)
  const note = results.get(key) === 'NoCoverage' ? ' (no test reaches it)' : ''
  return `- ${fileName}:${start.line + 1} ${mutatorName}: \`${short(lines.join('\n'))}\` -> \`${short(replacement)}\`${note}`
}
