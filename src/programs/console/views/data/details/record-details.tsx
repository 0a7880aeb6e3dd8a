// A record: as a form, as JSON, and as the service returns it.

import { useLayoutEffect, useRef } from 'preact/hooks'
import { type AnyRecord, recordsOf } from '../../../../../entries/client/remote/records-of.ts'
import { Button, CloseButton } from '../../../components/controls/button.tsx'
import { CopyButton } from '../../../components/controls/copy-button.tsx'
import { Tabs } from '../../../components/controls/tabs.tsx'
import { JsonTree } from '../../../components/json/json-tree.tsx'
import { EmptyState, RemotePanel } from '../../../components/panels.tsx'
import { Text } from '../../../components/text/text.tsx'
import { formatNumber } from '../../../format/numbers.ts'
import { useConsole, useKeys, useRemote } from '../../../page/console.ts'
import type { ResourceDescription } from '../../../store/api.ts'
import { useEditing } from '../editing/draft.ts'
import { useRecordActions } from '../editing/record-actions.ts'
import { buildEditSchema, listEditors } from '../editing/record-editor.tsx'
import { findRecord, hrefOf, idOf, nameMany, nameRecord } from '../record.ts'
import { RequestLine, type RequestLineProps } from '../request-line.tsx'

interface RecordDetailsProps {
  resource: ResourceDescription
  id: string
  /** Whether somebody has just created it, and goes on in its form. */
  isCreated: boolean
  onClose: () => void
}

/** One record. Give it the id as its key. */
export function RecordDetails(props: RecordDetailsProps) {
  const { resource, id, onClose } = props
  const { connection } = useConsole()
  const find = async () => ({ record: await findRecord(connection.simulator, resource.name, id) })
  const remote = useRemote(find, { on: [resource.name] })
  useKeys([{ keys: 'Escape', title: 'Close the record', run: onClose }])
  return (
    <section class="column split-details details" aria-label={`Record of ${nameMany(resource)}`}>
      <RemotePanel remote={remote} what={`the ${resource.singular}`}>
        {({ record }) =>
          record === undefined ? (
            <EmptyState
              title={`There is no ${resource.singular} with this id`}
              choices={<Button onClick={onClose}>Back to the list</Button>}
            >
              <Text>{id}</Text> was deleted, or belongs to another world.
            </EmptyState>
          ) : (
            <Found {...props} record={record} onSaved={(saved) => remote.set({ record: saved })} />
          )
        }
      </RemotePanel>
    </section>
  )
}

type FoundProps = RecordDetailsProps & { record: AnyRecord; onSaved: (record: AnyRecord) => void }

function Found(props: FoundProps) {
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

function Head({ resource, id, isCreated, record, onClose }: FoundProps) {
  const actions = useRecordActions(resource)
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    // Somebody who opens a record goes on in it. Somebody who types elsewhere does not.
    if (document.activeElement?.closest('.details, input, textarea, select')) return
    const form = isCreated ? heading.current?.closest('section') : null
    const first = form?.querySelector<HTMLElement>('form :is(input, select)') ?? heading.current
    first?.focus()
  }, [])
  const remove = async () => {
    if ((await actions.delete(record)) !== undefined) onClose()
  }
  return (
    <div class="row spread details-head">
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

interface RelatedRecordsProps {
  readonly resource: ResourceDescription
  readonly record: AnyRecord
}

function RelatedRecords({ resource, record }: RelatedRecordsProps) {
  const resources = useConsole().world.schemas.data.value?.resources ?? []
  const parents = Object.entries(resource.belongsTo).flatMap(([field, name]) => {
    const parent = resources.find((each) => each.name === name)
    const id = idOf({ id: record[field] })
    return parent === undefined || id === undefined ? [] : [{ parent, id }]
  })
  const children = resources.flatMap((child) =>
    Object.entries(child.belongsTo).flatMap(([field, name]) => (name === resource.name ? [{ child, field }] : [])),
  )
  if (parents.length === 0 && children.length === 0) return null
  return (
    <ul class="row" aria-label="Related records">
      {parents.map(({ parent, id }) => (
        <li key={parent.name + id}>
          belongs to {parent.singular}{' '}
          <a href={hrefOf(parent.name, id)}>
            <Text>{id}</Text>
          </a>
        </li>
      ))}
      {children.map(({ child, field }) => (
        <li key={child.name + field}>
          <ChildrenLink child={child} field={field} id={String(record.id)} />
        </li>
      ))}
    </ul>
  )
}

interface ChildrenLinkProps {
  readonly child: ResourceDescription
  readonly field: string
  readonly id: string
}

function ChildrenLink({ child, field, id }: ChildrenLinkProps) {
  const { connection } = useConsole()
  const where = { [field]: id }
  const read = () => recordsOf(connection.simulator, child.name).page({ where, limit: 1 })
  const count = useRemote(read, { on: [child.name], inputs: [child.name, field, id] })
  const total = count.data.value?.total
  return (
    <a href={hrefOf(child.name, undefined, where)}>
      {total !== undefined && `${formatNumber(total)} `}
      {total === 1 ? child.singular : nameMany(child)}
    </a>
  )
}

interface RecordResponseProps {
  readonly resource: ResourceDescription
  readonly id: string
}

/** What a client gets when it asks for the record. */
function RecordResponse({ resource, id }: RecordResponseProps) {
  const request = buildRecordRequest(resource, id)
  if (request !== undefined) return <Response resource={resource} request={request} />
  return (
    <EmptyState title="No client gets this alone">
      No operation of the service returns one of the {nameMany(resource)}, and none lists them by id.
    </EmptyState>
  )
}

type RecordRequest = RequestLineProps['request']

interface ResponseProps {
  readonly resource: ResourceDescription
  readonly request: RecordRequest
}

function Response({ resource, request }: ResponseProps) {
  const { connection } = useConsole()
  const topics = { on: [resource.name, 'assumptions'], inputs: [request.path, request.query] }
  const remote = useRemote(() => connection.simulator.ask(request), topics)
  return (
    <div class="stack">
      <p class="muted">What a client gets now. The request is not logged.</p>
      <RemotePanel remote={remote} what="the response">
        {({ status, milliseconds, body }) => (
          <>
            <RequestLine {...{ request, status, milliseconds }} />
            <JsonTree text={body} label="Response body" />
          </>
        )}
      </RemotePanel>
    </div>
  )
}

/** Builds the request for a record: by its own path, or else as a list of one. */
function buildRecordRequest({ get, list }: ResourceDescription, id: string): RecordRequest | undefined {
  if (get !== null) return { path: get.path.replace(/\{[^}]+\}/, encodeURIComponent(id)), query: '' }
  const byId = list?.parameters.find(({ filters }) => filters === 'id')
  if (list === null || byId === undefined) return undefined
  return { path: list.path, query: new URLSearchParams({ [byId.name]: id }).toString() }
}
