// What somebody has typed into a record and not saved yet.

import { isObject } from '../../../components/forms/schema-kinds.ts'
import { parseJson } from '../../../store/decode.ts'
import type { AnyRecord } from '../record.ts'
import { isEqual, listChanged, pickFields } from './changes.ts'

/** Unsaved changes of a record. */
export interface Draft {
  /** The record when the first change was typed. */
  readonly base: AnyRecord
  /** The changed fields. */
  readonly changes: AnyRecord
  /** The record as JSON, while it is typed and is not valid. */
  readonly text?: string
}

/** A draft without changes. */
export function startDraft(base: AnyRecord): Draft {
  return { base, changes: {} }
}

/** Replaces the value of a draft. */
export function changeDraft(draft: Draft, latest: AnyRecord, value: unknown): Draft {
  const next = isObject(value) ? value : {}
  return { base: draft.base, changes: pickFields(next, listChanged(latest, next)) }
}

/** The record with the changes of a draft. Fields that others have changed meanwhile have their new values. */
export function applyDraft({ changes }: Draft, latest: AnyRecord): AnyRecord {
  return { ...latest, ...changes }
}

/** Lists the fields that both the draft and somebody else have changed. */
export function listConflicts({ base, changes }: Draft, latest: AnyRecord): readonly string[] {
  return Object.keys(changes).filter(
    (name) => !isEqual(base[name], latest[name]) && !isEqual(changes[name], latest[name]),
  )
}

/** Lists the fields that only somebody else has changed. */
export function listOthersChanges({ base, changes }: Draft, latest: AnyRecord): readonly string[] {
  return listChanged(base, latest).filter((name) => !(name in changes) && name !== 'updated_at')
}

/** Whether there is nothing to save. */
export function isDraftEmpty({ changes, text }: Draft): boolean {
  return text === undefined && Object.keys(changes).length === 0
}

/** Parses a draft that was kept as JSON. */
export function parseDraft(text: string | undefined): Draft | undefined {
  const value = parseJson(text ?? '')
  return isObject(value) && isObject(value.base) && isObject(value.changes) ? (value as unknown as Draft) : undefined
}
