// The words and modules of Faker that the factories use.

import { faker as english } from '@faker-js/faker/locale/en'

/** The file of Faker that contains its modules. */
export const FAKER_FILE = /@faker-js\/faker\/dist\/base-[^/]+\.js$/

// The type in engine/define/factory/faker.ts allows nothing else, and these are what it needs. The parts of a domain
// are Latin words only instead of English ones that are none, and all adjectives and nouns are parts of a domain.
const USED_MODULES = 'company datatype git hacker helpers internet number person string system word'.split(' ')
const USED_WORDS = {
  company: ['legal_entity_type', 'name_pattern'],
  hacker: ['adjective', 'noun', 'verb'],
  person: ['first_name', 'last_name', 'last_name_pattern'],
  word: ['adjective', 'noun'],
}

const MODULE_FIELD = /(?<=[{;}])(\w+)=new \w+\(this\);/g

// Words of the locale "base", which are in the same file.
const SPLIT_WORDS = /(?<=[=:,[(])`[^`$]*`\.split\(/g

/** Returns the words that the factories draw. All English words take 110 kB when compressed. */
export function pickWords() {
  const { adjective, noun } = english.rawDefinitions.word
  const other = [...adjective, ...noun].find((word) => !/^[a-z][a-z-]*[a-z]$/i.test(english.helpers.slugify(word)))
  if (other !== undefined) throw new Error(`Failed to reduce Faker: "${other}" needs the module "lorem".`)
  const pick = ([module, names]) => [
    module,
    Object.fromEntries(names.map((name) => [name, english.rawDefinitions[module][name]])),
  ]
  return Object.fromEntries(Object.entries(USED_WORDS).map(pick))
}

/** Detaches all other modules from the class, and marks words, so that a bundler can drop them. */
export function reduceFaker(source) {
  const detached = source.replaceAll(MODULE_FIELD, (field, name) => (USED_MODULES.includes(name) ? field : ''))
  if (detached === source) throw new Error('Failed to reduce Faker: its modules are not declared as expected.')
  return detached.replaceAll(SPLIT_WORDS, (call) => `/* @__PURE__ */ ${call}`)
}
