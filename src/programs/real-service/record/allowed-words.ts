import { resolveAssumptions } from '../../../engine/define/assumptions/assumptions.ts'
import { scenarioSchemaOf } from '../../../engine/scenario/scenario.ts'
import { PRESETS } from '../../../service/assumptions/presets.ts'
import { questions } from '../../../service/assumptions/questions.ts'
import { statusValuesOf } from '../../../service/assumptions/values.ts'
import type { FieldKind } from '../../../service/resources/text-kinds.ts'
import { service } from '../../../service/service.ts'
import { listSchemaWords } from '../forms/told-name.ts'
import { RECORDED, recorded } from '../records/sources.ts'
import type { StoredRecords } from '../records/stored-records.ts'
import { fieldKinds } from './field-kinds.ts'
import { listGuardedWords, listTexts } from './guard.ts'
import { isContract } from './kinds.ts'
import { mapTexts } from './map-texts.ts'

// The names of fields between that of a resource and those of its records, and the end of the names of all hosts.
const FURTHER = ['record', 'revisions', 'replaced', 'statusValues', 'example'] as const

/**
 * Lists the words that may appear in a recording, although the input contains them: names of fields, values that the
 * contract declares, statuses, and the numbers of declared fields.
 *
 * @param texts what else the recording contains, such as its description
 */
export function listAllowedWords(stored: StoredRecords, texts: readonly string[]): ReadonlySet<string> {
  const found = RECORDED.flatMap((name) => [
    name,
    ...listSchemaWords(recorded[name].schema),
    ...listContractWords(fieldKinds[name]),
  ])
  const all = [
    ...found,
    ...Object.keys(scenarioSchemaOf(service).shape),
    ...FURTHER,
    ...PRESETS,
    ...statusValuesOf(resolveAssumptions(questions)),
    ...listStatuses(stored),
    ...listTexts([...mapTexts(stored, { text: () => '', freeForm: () => null }).values()]),
    ...texts,
  ]
  return new Set(all.flatMap(listGuardedWords))
}

function listContractWords(kind: FieldKind): readonly string[] {
  if (typeof kind === 'string') return []
  return isContract(kind) ? kind.words : Object.values(kind).flatMap(listContractWords)
}

/** Lists the statuses that stay, also those that the contract does not know. */
function listStatuses(stored: StoredRecords): string[] {
  const kind = fieldKinds.deployments.status
  const form = isContract(kind) ? kind.form : undefined
  const statuses = (stored.get('deployments') ?? []).map(({ status }) => status)
  return [...listTexts(statuses)].filter((status) => form?.test(status) === true)
}
