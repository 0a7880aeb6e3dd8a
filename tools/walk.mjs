/**
 * Prints how much of src runs for what people do every day: the functions and files of each way, and the lines of each
 * folder. It needs a build. It fails if the core that src/README.md names is too large, or if too little of it runs.
 *
 * A file runs if one of its functions does. One without functions runs with a file that imports it.
 */

import { listModules, readSources } from './sources.mjs'
import { walkUsualWays } from './ways.mjs'
import { fail } from './write-or-check.mjs'

// A reader can leave out what only tells about worlds, and the links that lead to them.
const CORE = /^engine\/(?!reports\/|control\/(?:reports|links)\/)/
const MOST_LINES = 30_000
const LEAST_PERCENT = 85

const DECLARES = /^(?:export )?(?:async )?(?:function|class|const|let)\b/m

const { ways, modules } = await walkUsualWays(new URL('../', import.meta.url))
const sources = readSources().filter(({ path }) => path.endsWith('.ts'))
const running = findRunning()
const isIdle = ({ path }) => !running.has(path)
const core = sources.filter(({ path }) => CORE.test(path))
const outside = sources.filter((each) => each.path.startsWith('engine/') && !CORE.test(each.path))

print(
  ['', 'functions', 'files'],
  Object.entries(ways).map(([name, counts]) => [name, ...counts]),
)
print(['', 'lines', 'run', '%'], [...groupByFolder(), ['the core', core], ['the rest of engine', outside]].map(weigh))
printFiles('in the core, these do not run', core.filter(isIdle))
printFiles(
  'in the rest of engine, these run',
  outside.filter(({ path }) => running.has(path)),
)

const [, lines, , percent] = weigh(['the core', core])
if (lines > MOST_LINES) fail(`Failed to walk src: the core has ${lines} lines. Allowed: ${MOST_LINES}.`)
if (percent < LEAST_PERCENT) {
  fail(
    `Failed to walk src: ${percent} % of the core run. Allowed: at least ${LEAST_PERCENT} %. Put what is rarely needed into a folder of its own, and name it in tools/walk.mjs and src/README.md.`,
  )
}
// The servers that it started may still close connections.
process.exit()

function findRunning() {
  const byPath = new Map(sources.map((each) => [each.path, each]))
  const moduleOf = (path) => modules.get(path.replace(/\.ts$/, '.js'))
  const found = new Set(sources.map(({ path }) => path).filter((path) => moduleOf(path)?.runs))
  const hasFunctions = ({ path, text }) => moduleOf(path)?.hasFunctions ?? DECLARES.test(text)
  // A set iterates over what is added meanwhile, too.
  for (const path of found) {
    const imported = listModules(byPath.get(path)).map((target) => byPath.get(target))
    for (const each of imported) if (each !== undefined && !hasFunctions(each)) found.add(each.path)
  }
  return found
}

function groupByFolder() {
  const groups = new Map()
  for (const each of sources.filter(({ path }) => path.includes('/'))) {
    const [folder] = each.path.split('/')
    groups.set(folder, [...(groups.get(folder) ?? []), each])
  }
  return groups
}

function weigh([name, files]) {
  const [lines, idle] = [countLines(files), countLines(files.filter(isIdle))]
  return [name, lines, lines - idle, Math.floor((100 * (lines - idle)) / lines)]
}

function countLines(files) {
  return files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
}

function printFiles(title, files) {
  print(
    [title, 'lines'],
    files.map((each) => [each.path, countLines([each])]),
  )
}

function print(head, rows) {
  for (const [name, ...values] of [head, ...rows]) {
    process.stdout.write(`${name.padEnd(48)}${values.map((value) => String(value).padStart(10)).join('')}\n`)
  }
  process.stdout.write('\n')
}
