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
import { type RecordActions, useRecordActions } from '../editing/record-actions.ts'
import { listEditors } from '../editing/record-editor.tsx'
import { buildEditSchema } from '../editing/record-schema.ts'
import { type FoundRecord, type RecordEditing, useRecordEditing } from '../editing/use-record-editing.ts'
import { type AnyRecord, findRecord, nameMany, nameRecord } from '../record.ts'
import { RecordNotices } from './record-notices.tsx'
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
export function RecordDetails({ resource, id, isCreated, onClose }: RecordDetailsProps): JSX.Element {
  const { connection } = useConsole()
  const actions = useRecordActions(resource)
  const remote = useRemote<FoundRecord>(
    async () => ({ record: await findRecord(connection.simulator, resource.name, id) }),
    { on: [resource.name] },
  )
  const editing = useRecordEditing({ resource, id, remote, actions })
  useKeys([{ keys: 'Escape', title: 'Close the record', run: onClose }])
  const shared = { resource, id, isCreated, editing, actions, onClose }
  return (
    <section class="split-details record-details" aria-label={`Record of ${nameMany(resource)}`}>
      <RemotePanel remote={remote} what={`the ${resource.singular}`}>
        {({ record }) => {
          if (record !== undefined) return <Found {...shared} record={record} />
          return editing.draft === undefined ? <Missing {...shared} /> : <Lost {...shared} />
        }}
      </RemotePanel>
    </section>
  )
}

interface SharedProps extends RecordDetailsProps {
  editing: RecordEditing
  actions: RecordActions
}

function Found(props: SharedProps & { record: AnyRecord }): JSX.Element {
  const { router } = useConsole()
  const { resource, id, record, editing } = props
  const { draft, setDraft } = editing
  const editors = listEditors({
    label: `Fields of the ${resource.singular}`,
    schema: buildEditSchema(resource),
    latest: record,
    ...{ draft, issues: editing.issues },
    onDraft: setDraft,
    onSave: editing.save,
    saves: 'Save',
  })
  return (
    <>
      <Head {...props} title={nameRecord(record)} />
      <RelatedRecords resource={resource} record={record} />
      {draft !== undefined && <RecordNotices draft={draft} latest={record} onChange={setDraft} />}
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

interface HeadProps extends SharedProps {
  title: string
  record?: AnyRecord
}

function Head({ resource, id, isCreated, title, record, editing, actions, onClose }: HeadProps): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // Somebody who opens a record goes on in it. Somebody who types elsewhere does not.
    if (document.activeElement?.closest('.record-details, input, textarea, select')) return
    const form = isCreated ? heading.current?.closest('section') : null
    const first = form?.querySelector<HTMLElement>('form :is(input, select)') ?? heading.current
    first?.focus()
  }, [])
  const remove = async () => {
    if (record === undefined || (await actions.delete(record)) === undefined) return
    editing.setDraft(undefined)
    onClose()
  }
  return (
    <div class="row spread record-head">
      <div>
        <h2 ref={heading} tabIndex={-1}>
          <Text>{title}</Text>
        </h2>
        <span class="muted">
          {resource.singular} <Text>{id}</Text>
        </span>
      </div>
      <div class="row">
        <CopyButton text={id} what="the id">
          Copy id
        </CopyButton>
        {record !== undefined && (
          <Button kind="danger" onClick={remove}>
            Delete
          </Button>
        )}
        <CloseButton what="the record" keys="Escape" onClose={onClose} />
      </div>
    </div>
  )
}

function Missing(props: SharedProps): JSX.Element {
  const { resource, id, onClose } = props
  return (
    <EmptyState
      title={`There is no ${resource.singular} with this id`}
      choices={<Button onClick={onClose}>Back to the list</Button>}
    >
      <Text>{id}</Text> was deleted, or belongs to another world.
    </EmptyState>
  )
}

function Lost(props: SharedProps): JSX.Element {
  const { resource, editing, onClose } = props
  const discard = () => {
    editing.setDraft(undefined)
    onClose()
  }
  return (
    <>
      <Head {...props} title={nameRecord(editing.draft?.base ?? {})} />
      <div class="stack notice" role="alert">
        <strong>This {resource.singular} does not exist any more</strong>
        <p>
          It was deleted, or the world replaced. Your changes: {Object.keys(editing.draft?.changes ?? {}).join(', ')}.
        </p>
        {editing.issues.map(({ path, message }) => (
          <p key={path + message} class="field-issue">
            {path}: {message}
          </p>
        ))}
        <div class="row">
          <Button kind="primary" onClick={editing.createAgain}>
            Create it again with your changes
          </Button>
          <Button onClick={discard}>Discard</Button>
        </div>
      </div>
    </>
  )
}
