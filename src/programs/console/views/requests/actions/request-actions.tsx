import { useState } from 'preact/hooks'
import type { DetailedEntry, FaultUse } from '../../../../../entries/client/index.ts'
import {
  changeRequest,
  copyRequest,
  type LoggedRequest,
  type RequestChange,
} from '../../../../../entries/request-code/copied-request.ts'
import { buildCurl, type CurlCommand } from '../../../../../entries/request-code/curl.ts'
import { buildFetch } from '../../../../../entries/request-code/fetch-code.ts'
import { type WrittenTest, writeVitestTest } from '../../../../../entries/request-code/vitest-test.ts'
import { Button } from '../../../components/controls/button.tsx'
import { Dialog, FormEnd } from '../../../components/controls/dialog.tsx'
import { Menu } from '../../../components/controls/menu.tsx'
import { SchemaForm } from '../../../components/forms/schema-form.tsx'
import { useConsole, useKeys } from '../../../page/console.ts'
import type { Simulator } from '../../../store/api.ts'
import { saveFile } from '../../../store/files.ts'
import { signal } from '../../../store/signal.ts'
import { keepTexts } from '../../../store/storage.ts'
import { createFaultActions } from '../../faults/fault-actions.ts'
import { FaultDialog } from '../../faults/fault-form.tsx'
import type { Compare } from '../compare-dialog.tsx'
import { useSend } from './use-send.ts'

interface RequestActionsProps {
  readonly entry: DetailedEntry
  readonly compare: Compare
}

/** The buttons of a request. */
export function RequestActions({ entry, compare }: RequestActionsProps) {
  const { connection, worldActions } = useConsole()
  const [isFailing, setFailing] = useState(false)
  const { copy, lastUsed, isBusy } = useCopyRequest(entry)
  const [isChanging, setChanging] = useState(false)
  const { url, requests } = connection.simulatorOf(entry.session)
  const compareWith = async (id: number) => {
    const sent = await requests.get(id)
    if (sent !== undefined) compare.show(entry, sent)
  }
  const send = useSend(entry.session, (id) => [{ title: 'Compare', run: () => compareWith(id) }])
  const sendAgain = () => send(copyRequest(entry, url), ['Send', 'Sent', `#${entry.id} again`])
  const isMarked = compare.isMarked(entry)
  useKeys([
    { keys: 'c', title: 'Copy the request', run: () => void copy(lastUsed) },
    { keys: 'e', title: 'Send the request again', run: () => void sendAgain() },
    { keys: 'x', title: 'Add a fault for such requests', run: () => setFailing(true) },
    { keys: 'm', title: 'Mark the request', run: () => compare.mark(entry) },
    { keys: 'd', title: 'Compare the responses', run: () => void compare.open(entry) },
  ])
  return (
    <div class="row request-actions">
      <Menu
        label={isBusy ? 'Trying…' : 'Copy'}
        name="Copy the request"
        items={COPY_FORMS.map(({ id, title }) => ({
          ...{ title, keys: id === lastUsed ? 'c' : undefined },
          run: () => void copy(id),
        }))}
      />
      <Button keys="e" onClick={sendAgain}>
        Send again
      </Button>
      <Button onClick={() => setChanging(true)}>Edit</Button>
      <Button keys="x" title="For such requests" onClick={() => setFailing(true)}>
        Add a fault…
      </Button>
      <Button keys="m" isPressed={isMarked} title="Mark it, to compare another one" onClick={() => compare.mark(entry)}>
        {isMarked ? 'Marked' : 'Mark'}
      </Button>
      <Button keys="d" title="With the marked request, or the one before" onClick={() => void compare.open(entry)}>
        Compare
      </Button>
      <Button
        title="Copy the world of this request into a new session"
        onClick={() => worldActions.fork({ from: entry.session, request: entry.id })}
      >
        Fork its world
      </Button>
      {isChanging && (
        <Composer
          request={entry}
          onSend={(changed) => send(copyRequest(changed, url), ['Send', 'Sent', `${changed.method} ${changed.path}`])}
          onClose={() => setChanging(false)}
        />
      )}
      {isFailing && <FailDialog entry={entry} onClose={() => setFailing(false)} />}
    </div>
  )
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']
const SCHEMA = {
  type: 'object',
  properties: {
    method: { enum: METHODS },
    path: { type: 'string', minLength: 1 },
    query: { type: 'string' },
    body: { type: 'string', maxLength: 100_000 },
  },
  required: ['method', 'path'],
}

type ComposerProps = { request: LoggedRequest; onSend: (request: LoggedRequest) => unknown; onClose: () => void }

function Composer({ request, onSend, onClose }: ComposerProps) {
  const { method, path, query, body } = request
  const [fields, setFields] = useState<RequestChange>({ method, path, query, body: body ?? '' })
  const send = () => {
    onClose()
    onSend(changeRequest(request, fields))
  }
  return (
    <Dialog title="Change and send" isWide onClose={onClose}>
      <SchemaForm
        label="Request"
        schema={SCHEMA}
        value={fields}
        onChange={(next) => setFields(next as RequestChange)}
        onSubmit={send}
      >
        <FormEnd verb="Send" onCancel={onClose} />
      </SchemaForm>
    </Dialog>
  )
}

interface FailDialogProps {
  readonly entry: DetailedEntry
  readonly onClose: () => void
}

/** Asks how the next such requests fail. Enter adds the fault at once. */
function FailDialog({ entry, onClose }: FailDialogProps) {
  const shared = useConsole()
  const { session, operation, method, path } = entry
  const simulator = shared.connection.simulatorOf(session)
  // The faults that are off are those of this page's session.
  const { add } = createFaultActions({ ...shared, faultsOff: signal([]) }, simulator)
  // The operations of logged requests are those of the service.
  const match = (operation === null ? { method, path } : { operation }) as object
  const start: Partial<FaultUse> = { match, effect: { kind: 'status', status: 503 }, times: 1 }
  return (
    <FaultDialog
      title="Add a fault for such requests"
      start={start}
      verb="Add the fault"
      onSubmit={(fault, handling) => add(fault, ['Make', 'Made', `${operation ?? path} fail`], handling)}
      onDone={onClose}
    />
  )
}

/** Returns what copies a request. It is busy while it tries a test. */
function useCopyRequest(entry: DetailedEntry) {
  const { actions, toasts, connection } = useConsole()
  const kept = keepTexts(() => localStorage)
  const [lastUsed, setLastUsed] = useState(COPY_FORMS.find(({ id }) => id === kept.read('copy'))?.id ?? 'curl')
  const [isBusy, setBusy] = useState(false)
  const { session } = entry
  const simulator = connection.simulatorOf(session)
  const copy = async (form: CopyFormId) => {
    setLastUsed(form)
    kept.write('copy', form)
    setBusy(true)
    try {
      const copied = await writeForm(form, entry, simulator)
      await actions.copy(copied.text, `the request ${COPY_FORMS.find(({ id }) => id === form)?.title}`)
      if (copied.file?.content != null) saveFile(copied.file.name, copied.file.content)
      const details = describe(copied)
      if (details !== '') toasts.show({ title: 'About the copy', details })
    } catch (error) {
      toasts.show({ title: 'Failed to copy the request', kind: 'error', details: String(error) })
    } finally {
      setBusy(false)
    }
  }
  return { copy, lastUsed, isBusy }
}

function describe({ file, note }: CopiedText): string {
  const saved =
    file?.content === null
      ? `The body was too large for the request log. Put it into ${file.name}.`
      : file && `It reads ${file.name}, which was downloaded. Put the file beside it.`
  return [saved, note].filter(Boolean).join(' ')
}

const COPY_FORMS = [
  { id: 'curl', title: 'as curl' },
  { id: 'fetch', title: 'as fetch' },
  { id: 'test', title: 'as a Vitest test' },
] as const

type CopyFormId = (typeof COPY_FORMS)[number]['id']

/** What is copied, the file that it reads, and what somebody should know about it. */
interface CopiedText extends CurlCommand {
  readonly note: string | undefined
}

/** Writes a request in a form. @param simulator the session of the request */
async function writeForm(form: CopyFormId, entry: DetailedEntry, simulator: Simulator): Promise<CopiedText> {
  if (form === 'test') {
    const { code, file, reproduces } = await writeVitestTest(simulator, [entry])
    return { text: code, file, note: NOTES[reproduces] }
  }
  const { service } = await simulator.schemas()
  const request = copyRequest(entry, simulator.url, service.accepts)
  const note = describeFaults(entry)
  return form === 'fetch' ? { text: buildFetch(request), file: null, note } : { ...buildCurl(request), note }
}

// A delay changes no response.
function describeFaults({ explanation }: DetailedEntry): string | undefined {
  const faults = explanation.faults.filter(({ effect }) => effect !== 'delay')
  if (faults.length === 0) return undefined
  const names = faults.map(({ id, effect }) => `${id} (${effect})`).join(', ')
  return `Without ${names}, the response is another one.`
}

const NOTES: Readonly<Record<WrittenTest['reproduces'], string | undefined>> = {
  everything: undefined,
  status: 'The test expects only the status: the body varies, or its world is gone.',
  nothing: 'Its world is gone: the test expects what the service responds now.',
}
