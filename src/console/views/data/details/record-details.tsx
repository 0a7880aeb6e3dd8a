// A record: as a form, as JSON, and as the service returns it.

import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useConsole, useKeys, useRemote } from '../../../app/console.ts'
import { Button, CloseButton } from '../../../components/controls/button.tsx'
import { CopyButton } from '../../../components/controls/copy-button.tsx'
import { Tabs } from '../../../components/controls/tabs.tsx'
import { EmptyState } from '../../../components/panels/empty-state.tsx'
import { RemotePanel } from '../../../components/panels/remote-panel.tsx'
import { Text } from '../../../components/text/text.tsx'
import type { ResourceDescription } from '../../../store/api.ts'
import { useEditing } from '../editing/draft.ts'
import { useRecordActions } from '../editing/record-actions.ts'
import { listEditors } from '../editing/record-editor.tsx'
import { buildEditSchema } from '../editing/record-schema.ts'
import { type AnyRecord, findRecord, nameMany, nameRecord } from '../record.ts'
import { RecordResponse } from './record-response.tsx'
import { RelatedRecords } from './related-records.tsx'

export interface RecordDetailsProps {
  resource: ResourceDescription
  id: string
  /** Whether somebody has just created it, and goes on in its form. */
  isCreated: boolean
  onClose: () => void
}

/** One record. Give it the id as its key. */
export function RecordDetails(props: RecordDetailsProps): JSX.Element {
  const { resource, id, onClose } = props
  const { connection } = useConsole()
  const remote = useRemote<FoundRecord>(
    async () => ({ record: await findRecord(connection.simulator, resource.name, id) }),
    { on: [resource.name] },
  )
  useKeys([{ keys: 'Escape', title: 'Close the record', run: onClose }])
  return (
    <section class="split-details record-details" aria-label={`Record of ${nameMany(resource)}`}>
      <RemotePanel remote={remote} what={`the ${resource.singular}`}>
        {({ record }) =>
          record === undefined ? (
            <Missing {...props} />
          ) : (
            <Found {...props} record={record} onSaved={(saved) => remote.set({ record: saved })} />
          )
        }
      </RemotePanel>
    </section>
  )
}

/** A record that is read from the server. It is undefined if it does not exist. */
interface FoundRecord {
  readonly record: AnyRecord | undefined
}

type FoundProps = RecordDetailsProps & { record: AnyRecord; onSaved: (record: AnyRecord) => void }

function Found(props: FoundProps): JSX.Element {
  const { router } = useConsole()
  const { resource, id, record, onSaved } = props
  const { update } = useRecordActions(resource)
  const editing = useEditing(async (changes, onFailure) => {
    if (Object.keys(changes).length === 0) return record
    const saved = await update(record, changes, onFailure)
    if (saved !== undefined) onSaved(saved)
    return saved
  })
  const editors = listEditors({
    label: `Fields of the ${resource.singular}`,
    schema: buildEditSchema(resource),
    latest: record,
    editing,
    saves: 'Save',
  })
  return (
    <>
      <Head {...props} />
      <RelatedRecords resource={resource} record={record} />
      <Tabs
        label="Record"
        chosen={router.route.value.query.tab ?? 'form'}
        onChoose={(tab) => router.setQuery({ tab: tab === 'form' ? undefined : tab })}
        tabs={[
          ...editors,
          { id: 'response', title: 'What a client gets', render: () => <RecordResponse resource={resource} id={id} /> },
        ]}
      />
    </>
  )
}

function Head({ resource, id, isCreated, record, onClose }: FoundProps): JSX.Element {
  const actions = useRecordActions(resource)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // Somebody who opens a record goes on in it. Somebody who types elsewhere does not.
    if (document.activeElement?.closest('.record-details, input, textarea, select')) return
    const form = isCreated ? heading.current?.closest('section') : null
    const first = form?.querySelector<HTMLElement>('form :is(input, select)') ?? heading.current
    first?.focus()
  }, [])
  const remove = async () => {
    if ((await actions.delete(record)) !== undefined) onClose()
  }
  return (
    <div class="row spread record-head">
      <div>
        <h2 ref={heading} tabIndex={-1}>
          <Text>{nameRecord(record)}</Text>
        </h2>
        <span class="muted">
          {resource.singular} <Text>{id}</Text>
        </span>
      </div>
      <div class="row">
        <CopyButton text={id} what="the id">
          Copy id
        </CopyButton>
        <Button kind="danger" onClick={remove}>
          Delete
        </Button>
        <CloseButton what="the record" keys="Escape" onClose={onClose} />
      </div>
    </div>
  )
}

function Missing({ resource, id, onClose }: RecordDetailsProps): JSX.Element {
  return (
    <EmptyState
      title={`There is no ${resource.singular} with this id`}
      choices={<Button onClick={onClose}>Back to the list</Button>}
    >
      <Text>{id}</Text> was deleted, or belongs to another world.
    </EmptyState>
  )
}
