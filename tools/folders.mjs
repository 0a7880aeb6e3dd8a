/**
 * Checks that the folders beside each other import each other in one direction only, directly or through others, and
 * that no module imports too much, and that the client can be read without the engine. dependency-cruiser cannot: its
 * parser does not know TSX.
 */

import { listModules, listOwnImports, readSources } from './sources.mjs'
import { fail } from './write-or-check.mjs'

const MOST_IMPORTS = 25

// What is not mended yet. What is needed no more has to go.
const KNOWN_MODULES = [
  'engine/sessions/create-session.ts',
  'engine/sessions/state/state.ts',
  'engine/simulator/simulator.ts',
]

// What a client is made of, and where it names what the engine and the service say about that. A reader can stop there.
const CLIENT = {
  entry: 'entries/client/index.ts',
  doors: ['entries/client/types.ts', 'entries/client/remote/remote-types.ts'],
  mostFiles: 40,
}

const modules = readSources().filter(({ path }) => /\.(tsx?|mjs)$/.test(path))
const ways = findWays()
const reached = new Map()

const unneeded = KNOWN_MODULES.filter((path) => !modules.some((each) => each.path === path && isTooMany(each)))
const problems = [
  ...findRings(),
  ...modules
    .filter((each) => isTooMany(each) && !KNOWN_MODULES.includes(each.path))
    .map(({ path, text }) => `src/${path} has ${listOwnImports(text).size} imports. Allowed: ${MOST_IMPORTS}.`),
  ...checkClient(),
  ...unneeded.map((name) => `${name} is mended. Remove it from the exceptions in tools/folders.mjs.`),
]
if (problems.length > 0) fail(`Failed to check the folders of src:\n${problems.map((each) => `  ${each}\n`).join('')}`)

function isTooMany({ text }) {
  return listOwnImports(text).size > MOST_IMPORTS
}

/** Follows all imports from the entry of the client, types included, except those of its doors. */
function checkClient() {
  const read = new Set([CLIENT.entry])
  for (const path of read) {
    if (CLIENT.doors.includes(path)) continue
    for (const each of listModules(modules.find((module) => module.path === path))) read.add(each)
  }
  if (read.size <= CLIENT.mostFiles) return []
  const doors = CLIENT.doors.map((path) => `src/${path}`).join(' or ')
  return [
    `the client leads to ${read.size} files. Allowed: ${CLIENT.mostFiles}. Import types of the engine and the service in ${doors}.`,
  ]
}

/** Finds which folder imports which one beside it, and the first import that does. */
function findWays() {
  const found = new Map()
  for (const each of modules) {
    for (const target of listModules(each)) {
      const way = findWay(each.path.split('/'), target.split('/'))
      if (way !== undefined && !found.has(way)) found.set(way, `src/${each.path} imports src/${target}`)
    }
  }
  return found
}

// Undefined if one of the two is in a folder above the other one.
function findWay(from, to) {
  const depth = from.findIndex((name, index) => name !== to[index])
  if (depth === -1 || depth >= from.length - 1 || depth >= to.length - 1) return undefined
  return [from, to].map((path) => path.slice(0, depth + 1).join('/')).join(' -> ')
}

function findRings() {
  const next = new Map()
  for (const [way] of ways) {
    const [from, to] = way.split(' -> ')
    next.set(from, [...(next.get(from) ?? []), to])
  }
  return [...ways]
    .filter(([way]) => leadsBack(way.split(' -> '), next))
    .map(([way, example]) => `${way}, which leads back: ${example}.`)
}

function leadsBack([from, to], next) {
  return reach(to, next).has(from)
}

function reach(folder, next) {
  const known = reached.get(folder)
  if (known !== undefined) return known
  const found = new Set([folder])
  // A set iterates over what is added meanwhile, too.
  for (const each of found) for (const other of next.get(each) ?? []) found.add(other)
  reached.set(folder, found)
  return found
}
