// The words and modules of Faker that the factories use.

import { faker as english } from '@faker-js/faker/locale/en'
import { parseSync, Visitor } from 'rolldown/utils'

/** The file of Faker that contains its modules. */
export const FAKER_FILE = /@faker-js\/faker\/dist\/base-[^/]+\.js$/

// The type in engine/define/factory/context.ts allows nothing else, and these are what it needs. The parts of a domain
// are Latin words only instead of English ones that are none, and all adjectives and nouns are parts of a domain.
const USED_MODULES = 'company datatype git hacker helpers internet number person string system word'.split(' ')
const USED_METHODS =
  'alphanumeric branch commitMessage commitSha domainWord email hexadecimal int name noun numeric semver slugify'
const USED_WORDS = {
  company: ['legal_entity_type', 'name_pattern'],
  hacker: ['adjective', 'noun', 'verb'],
  person: ['first_name', 'last_name', 'last_name_pattern'],
  word: ['adjective', 'noun'],
}

const MODULE_FIELD = /(?<=[{;}])(\w+)=new \w+\(this\);/g

// Words of the locale "base", which are in the same file.
const SPLIT_WORDS = /(?<=[=:,[(])`[^`$]*`\.split\(/g

/** Returns the words that the factories draw, as JSON for `unpackWords`. All English words take 110 kB when compressed. */
export function pickWords() {
  const { adjective, noun } = english.rawDefinitions.word
  const other = [...adjective, ...noun].find((word) => !/^[a-z][a-z-]*[a-z]$/i.test(english.helpers.slugify(word)))
  if (other !== undefined) throw new Error(`Failed to reduce Faker: "${other}" needs the module "lorem".`)
  const pick = ([module, names]) => [
    module,
    Object.fromEntries(names.map((name) => [name, english.rawDefinitions[module][name]])),
  ]
  return JSON.stringify(Object.fromEntries(Object.entries(USED_WORDS).map(pick)), packWords)
}

// Each word follows the number of letters at its start that the word before it has, too. That saves half of all letters.
function packWords(_, value) {
  if (!Array.isArray(value) || !value.every((word) => typeof word === 'string' && /^\D+$/.test(word))) return value
  const countShared = (word, last = '') => [...word.slice(0, 9), ''].findIndex((letter, at) => letter !== last[at])
  const shared = value.map((word, at) => countShared(word, value[at - 1]))
  return value.map((word, at) => `${shared[at]}${word.slice(shared[at])}`).join('')
}

/** Reads a value of `pickWords`, as `JSON.parse` calls it. The bundle contains the text of this function. */
export function unpackWords(_, value) {
  if (typeof value !== 'string' || !/^0\D/.test(value)) return value
  let word = ''
  return value.match(/\d\D*/g).map((part) => (word = word.slice(0, part[0]) + part.slice(1)))
}

/** Detaches all other modules from the class, drops methods that nothing calls, and marks words for the bundler to drop. */
export function reduceFaker(source) {
  const detached = source.replaceAll(MODULE_FIELD, (field, name) => (USED_MODULES.includes(name) ? field : ''))
  if (detached === source) throw new Error('Failed to reduce Faker: its modules are not declared as expected.')
  return dropMethods(detached).replaceAll(SPLIT_WORDS, (call) => `/* @__PURE__ */ ${call}`)
}

// Decided by names, so a method stays if another one with its name is called.
function dropMethods(source) {
  const methods = []
  const visitor = new Visitor({ MethodDefinition: (node) => void (node.kind === 'method' && methods.push(node)) })
  visitor.visit(parseSync('faker.js', source).program)
  const without = (dropped) =>
    dropped.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), source)
  const listNames = (text) => text.match(/(?<=\.)\w+/g) ?? []
  const used = new Set([...USED_METHODS.split(' '), ...listNames(without(methods))])
  // The loop also visits the names that are added in it.
  for (const name of used) {
    const named = methods.filter(({ key }) => key.name === name)
    for (const { start, end } of named) for (const called of listNames(source.slice(start, end))) used.add(called)
  }
  return without(methods.filter(({ key }) => !used.has(key.name)))
}
