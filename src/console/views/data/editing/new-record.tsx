// A form for a new record.

import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Issue } from '../../../../client/index.ts'
import { useKeys } from '../../../app/console.ts'
import { CloseButton } from '../../../components/controls/button.tsx'
import { Tabs } from '../../../components/controls/tabs.tsx'
import type { ResourceDescription } from '../../../store/api.ts'
import { useRecordActions } from './record-actions.ts'
import { listEditors } from './record-editor.tsx'
import { buildCreateSchema } from './record-schema.ts'
import { useDraft } from './use-draft.ts'
import { canBeSaved } from './use-record-editing.ts'

export interface NewRecordProps {
  resource: ResourceDescription
  onClose: () => void
  onCreated: (id: string) => void
}

const NOTHING = {}

/** Creates a record. Fields that are left out are generated. */
export function NewRecord({ resource, onClose, onCreated }: NewRecordProps): JSX.Element {
  const { draft, change, issues, save } = useNewRecord({ resource, onCreated })
  const [tab, setTab] = useState('form')
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.querySelector<HTMLElement>('form :is(input, select, textarea)')?.focus(), [])
  useKeys([{ keys: 'Escape', title: 'Close the new record', run: onClose }])
  const editors = listEditors({
    label: `Fields of the new ${resource.singular}`,
    schema: buildCreateSchema(resource),
    latest: NOTHING,
    ...{ draft, issues },
    onDraft: change,
    onSave: save,
    saves: `Create ${resource.singular}`,
    canSaveUnchanged: true,
  })
  return (
    <section ref={section} class="split-details record-details" aria-label={`New ${resource.singular}`}>
      <div class="row spread record-head">
        <h2>New {resource.singular}</h2>
        <CloseButton what="the new record" onClose={onClose} />
      </div>
      <Tabs label="New record" chosen={tab} onChoose={setTab} tabs={editors} />
    </section>
  )
}

/** What is typed for a new record, and what was wrong with it when it was saved. */
function useNewRecord({ resource, onCreated }: Omit<NewRecordProps, 'onClose'>) {
  const { create } = useRecordActions(resource)
  const { draft, keep } = useDraft(`${resource.name}/`)
  const [issues, setIssues] = useState<readonly Issue[]>([])
  const change = (next: typeof draft) => {
    setIssues([])
    keep(next)
  }
  const save = async () => {
    if (draft !== undefined && !canBeSaved(draft)) return
    setIssues([])
    const record = await create(draft?.changes ?? {}, (error) => setIssues(error.issues))
    if (record === undefined) return
    keep(undefined)
    onCreated(String(record.id))
  }
  return { draft, change, issues, save }
}
