import { useEffect, useState } from 'preact/hooks'
import type { ControlError, Issue } from '../../../../../entries/client/index.ts'
import type { AnyRecord } from '../../../../../entries/client/remote/records-of.ts'
import { isObject } from '../../../components/forms/schema-kinds.ts'

/** Unsaved changes of a record. */
export interface Draft {
  /** The record when the first change was typed. */
  readonly base: AnyRecord
  readonly changes: AnyRecord
  /** The record as JSON, while it is typed. */
  readonly text?: string
}

export type Editing = ReturnType<typeof useEditing>

/** Edits a record until it is saved, discarded or left. @param write saves it; it returns nothing if that failed */
export function useEditing(
  write: (changes: AnyRecord, onFailure: (error: ControlError) => void) => Promise<AnyRecord | undefined>,
) {
  const [draft, setDraft] = useState<Draft | undefined>(undefined)
  const [issues, setIssues] = useState<readonly Issue[]>([])
  const isUnsaved = draft !== undefined
  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isUnsaved])
  return {
    draft,
    issues,
    change(next: Draft | undefined) {
      setIssues([])
      setDraft(next)
    },
    async save() {
      if (draft?.text !== undefined && parseRecordText(draft.text).issue !== undefined) return
      setIssues([])
      const saved = await write(draft?.changes ?? {}, (error) => setIssues(error.issues))
      if (saved !== undefined) setDraft(undefined)
    },
  }
}

/** Replaces the value of a draft. Without a change, there is no draft. */
export function changeDraft(draft: Draft | undefined, latest: AnyRecord, value: unknown): Draft | undefined {
  const next = isObject(value) ? value : {}
  const names = Object.keys({ ...latest, ...next }).filter((name) => !isEqual(latest[name], next[name]))
  return names.length === 0 ? undefined : { base: draft?.base ?? latest, changes: chooseFields(next, names) }
}

/** Lists the changed fields that somebody else has changed, too. */
export function listReplaced({ base, changes }: Draft, latest: AnyRecord): readonly string[] {
  return Object.keys(changes).filter(
    (name) => !isEqual(base[name], latest[name]) && !isEqual(changes[name], latest[name]),
  )
}

export function chooseFields(record: AnyRecord, names: readonly string[]): AnyRecord {
  return Object.fromEntries(names.flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]]])))
}

// The server may write the fields of an object in another order.
function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isEqual(item, other[index]))
  if (!isObject(one) || !isObject(other)) return false
  return Object.keys({ ...one, ...other }).every((name) => isEqual(one[name], other[name]))
}

// Browsers say where a token is missing, but not always where something is none.
const TOKENS = /^(?:[\s[\]{}:,]|"(?:[^"\\\n]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)*/

/** Parses the JSON of a record. @returns the record, or what is wrong with it */
export function parseRecordText(text: string): { readonly record?: AnyRecord; readonly issue?: string } {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? { record: value } : { issue: 'A record is an object in braces: { … }.' }
  } catch (error) {
    const { message } = error as SyntaxError
    const wrong = TOKENS.exec(text)?.[0].length ?? 0
    return { issue: wrong < text.length ? `Line ${text.slice(0, wrong).split('\n').length}: ${message}` : message }
  }
}
