// The names of fields, and the words of statuses, that can stand in a report.

import * as z from 'zod'
import { onDemand } from '../../../engine/limits/on-demand.ts'
import { errorWire, validationErrorWire } from '../../../fastapi/errors/error-body.ts'
import { LISTED_STATUSES } from '../../../service/assumptions/values.ts'
import { operations } from '../../../service/operations.ts'
import { deploymentWire } from '../../../service/resources/deployments/wire.ts'
import { allResources } from '../../../service/resources/resources.ts'

/** Returns a name as it can stand in a report. One with a word that is neither common nor of the contract may be private. */
export function tellName(name: string): string {
  return NAME.test(name) && wordsOf(name).every(isWord) ? name : '*'
}

// Hosts, ids and sentences are none.
const NAME = /^(?!.*\d.*\d.*\d)[a-z_][a-z\d_-]{0,39}$/i

function wordsOf(name: string): readonly string[] {
  const parts = name.replaceAll(/([a-z\d])(?=[A-Z])/g, '$1 ').toLowerCase()
  return parts.split(/[^a-z]+/).filter((part) => part.length > 1)
}

function isWord(word: string): boolean {
  const known = knownWords()
  return known.has(word) || known.has(word.replace(/e?s$/, '')) || known.has(`${word.replace(/(?:e?s|i?ng|ed)$/, '')}e`)
}

const knownWords = onDemand((): ReadonlySet<string> => {
  const schemas = [
    ...allResources.map(({ schema }) => schema),
    ...Object.values(deploymentWire),
    ...Object.values(errorWire),
    validationErrorWire,
  ]
  const ofContract = [
    ...schemas.flatMap((schema) => listSchemaWords(schema)),
    ...operations.flatMap(({ name, parameters }) => [name, ...Object.keys(parameters)]),
    ...LISTED_STATUSES,
  ]
  return new Set([...ofContract.flatMap(wordsOf), ...COMMON.split(/\s+/)])
})

/** Lists the names of all fields of a schema, and the values that it declares. */
export function listSchemaWords(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return listSchemaWords(schema.unwrap() as z.ZodType)
  }
  if (schema instanceof z.ZodArray) return listSchemaWords(schema.element as z.ZodType)
  if (schema instanceof z.ZodEnum) return schema.options.map(String)
  if (schema instanceof z.ZodLiteral) return [...schema.values].map(String)
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries<z.ZodType>(schema.shape).flatMap(([name, field]) => [name, ...listSchemaWords(field)])
}

// What APIs call their fields, types of errors and statuses.
const COMMON = `
  absent accept access account action activate active actual add address after age agent all allow alternate amount
  and any api app application archive arg argument array as asc async attempt attribute auth author avatar await base
  batch before begin billing bitbucket blob body bool boolean branch bucket build by byte cache calculate call can
  cancel cascade category cause challenge change channel check child choice clear click client close cluster code
  collection color comment commit company complete condition config configuration connect connection constraint
  container content context converter copy cost count country create creator credential currency current cursor custom
  data database date datetime day debug decimal default delay delete deny deploy depth desc description detail
  developer dict dimension direction directory disable display document domain done down draft duration edge edit
  effective email empty enable end entity entry enum env environment error event example exceed exception exchange
  exist expect expire extension external extra fail failure false feature field file filter finish first flag float
  folder forbid form format found frame free frequency from full function gateway gitlab global group has hash head
  header health height help hibernate hide history host hour http https icon id identifier if ignore image in inactive
  index info initial inner input inside instance int integer interval invalid is issue item job json key keyword kind
  label language last latency latest length less level limit line link list loc local location lock log long manager
  map match max maximum mean member memory message meta metadata method metric min minimum minute missing mode model
  modify module month more multiple name namespace need new next no node none not note null number numeric object of
  off offset ok old on only open operation option optional or order org organization origin out over owner package
  page pagination param parameter parent parse part partial password patch path pattern pause payload pending percent
  period permission phase plan platform point policy port position prev preview previous price priority private
  problem process product profile progress project property protocol provider public pull push quantity query queue
  quota raise random range rank rate raw read ready reason recent record redirect ref reference region reject relation
  release remain remote remove repo repository request require reset resolve resource response rest restart restore
  result resume retry return review role root route row rule run running runtime scale schedule schema scope score
  search second secret section self send sequence server service session set setting setup severity shape share show
  size skip slug sort source stack stage start state status step stop storage store stream strict string style sub
  subject success suspend sync system table tag target task team template tenant term text thread threshold tier time
  timeout timestamp timezone title to token tool top topic total trace tracking traffic trial trigger true try ttl
  type unexpected unique unit unknown unlock up update upload uri url usage use user username utc uuid valid validate
  validation validator value variable vendor verify version view visibility visible wait warn warning week weight when
  width with word worker workspace write year zone`
