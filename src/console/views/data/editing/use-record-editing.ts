// Saves the draft of a record, unless somebody else has changed the same fields.

import { useEffect, useRef, useState } from 'preact/hooks'
import type { Issue } from '../../../../client/index.ts'
import { useConsole } from '../../../app/console.ts'
import type { ResourceDescription } from '../../../store/api.ts'
import type { Remote } from '../../../store/remote.ts'
import { type AnyRecord, findRecord, nameBriefly } from '../record.ts'
import { applyDraft, type Draft, listConflicts } from './draft.ts'
import { parseRecordText } from './json-issue.ts'
import type { RecordActions } from './record-actions.ts'
import { useDraft } from './use-draft.ts'

/** A record that is read from the server. It is undefined if it does not exist. */
export interface FoundRecord {
  readonly record: AnyRecord | undefined
}

/** How a record is edited. */
export type RecordEditing = ReturnType<typeof useRecordEditing>

type EditingSource = { resource: ResourceDescription; id: string; remote: Remote<FoundRecord>; actions: RecordActions }

/** Edits a record. */
export function useRecordEditing({ resource, id, remote, actions }: EditingSource) {
  const { connection } = useConsole()
  const { draft, keep } = useDraft(`${resource.name}/${id}`)
  const [issues, setIssues] = useState<readonly Issue[]>([])
  const finish = (record: AnyRecord | undefined) => {
    if (record === undefined) return
    keep(undefined)
    remote.set({ record })
  }
  useReminder(resource, id, draft, () => keep(undefined))
  return {
    draft,
    issues,
    setDraft(next: Draft | undefined) {
      setIssues([])
      keep(next)
    },
    async save() {
      if (draft === undefined || !canBeSaved(draft)) return
      setIssues([])
      const before = remote.data.peek()?.record
      // Somebody may have changed it just now. If the server is gone, the update says so.
      const latest = await findRecord(connection.simulator, resource.name, id).catch(() => before)
      remote.set({ record: latest })
      if (latest === undefined || listConflicts(draft, latest).length > 0) return
      finish(await actions.update(latest, draft.changes, (error) => setIssues(error.issues)))
    },
    /** Creates the record with its changes, after somebody has deleted it. */
    async createAgain() {
      if (draft === undefined || !canBeSaved(draft)) return
      finish(await actions.create(applyDraft(draft, draft.base), (error) => setIssues(error.issues)))
    },
  }
}

/** Whether a draft has changes, and its text is valid. */
export function canBeSaved({ text }: Draft): boolean {
  return text === undefined || parseRecordText(text).issue === undefined
}

/** Says that a draft is unsaved when its record is left. */
function useReminder(resource: ResourceDescription, id: string, draft: Draft | undefined, discard: () => void): void {
  const { toasts, router } = useConsole()
  const current = useRef({ draft, discard })
  current.current = { draft, discard }
  useEffect(
    () => () => {
      const { draft: left, discard: drop } = current.current
      if (left === undefined) return
      toasts.show({
        title: `The changes of ${nameBriefly(left.base)} are not saved`,
        details: 'They are kept in this tab.',
        choices: [
          { title: 'Go back', run: () => router.navigate({ view: 'data', path: [resource.name, id] }) },
          { title: 'Discard', run: drop },
        ],
      })
    },
    [],
  )
}
