import { useEffect, useRef, useState } from 'preact/hooks'
import { useKeys } from '../../../app/console.ts'
import { CloseButton } from '../../../components/controls/button.tsx'
import { Tabs } from '../../../components/controls/tabs.tsx'
import type { ResourceDescription } from '../../../store/api.ts'
import { useEditing } from './draft.ts'
import { useRecordActions } from './record-actions.ts'
import { buildCreateSchema, listEditors } from './record-editor.tsx'

export interface NewRecordProps {
  resource: ResourceDescription
  onClose: () => void
  onCreated: (id: string) => void
}

/** Creates a record. Fields that are left out are generated. */
export function NewRecord({ resource, onClose, onCreated }: NewRecordProps) {
  const { create } = useRecordActions(resource)
  const editing = useEditing(async (...args) => {
    const record = await create(...args)
    if (record !== undefined) onCreated(String(record.id))
    return record
  })
  const [tab, setTab] = useState('form')
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.querySelector<HTMLElement>('form :is(input, select, textarea)')?.focus(), [])
  useKeys([{ keys: 'Escape', title: 'Close the new record', run: onClose }])
  const editors = listEditors({
    label: `Fields of the new ${resource.singular}`,
    schema: buildCreateSchema(resource),
    latest: {},
    editing,
    saves: `Create ${resource.singular}`,
    isNew: true,
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
