import { useState } from 'preact/hooks'
import type { DetailedEntry, JournalEntry } from '../../../../entries/client/index.ts'
import { Button } from '../../components/controls/button.tsx'
import { Dialog } from '../../components/controls/dialog.tsx'
import { JsonTree } from '../../components/json/json-tree.tsx'
import { RemotePanel } from '../../components/panels.tsx'
import { StatusMark } from '../../components/text/status-mark.tsx'
import { Text } from '../../components/text/text.tsx'
import { useConsole, useRemote } from '../../page/console.ts'
import { keyOfRequest } from '../../store/stream/stream.ts'
import type { EntryPlace } from './entry-route.ts'

/** Compares the responses of two requests. */
export type Compare = ReturnType<typeof useCompare>

type Pair = readonly [before: EntryPlace | DetailedEntry, after: DetailedEntry]

/** Remembers which request is marked, and which two are compared. */
export function useCompare() {
  const { stream, toasts } = useConsole()
  const [marked, setMarked] = useState<DetailedEntry | undefined>(undefined)
  const [pair, setPair] = useState<Pair | undefined>(undefined)
  const isMarked = (entry: DetailedEntry) => marked !== undefined && keyOfRequest(marked) === keyOfRequest(entry)
  return {
    isMarked,
    pair,
    close: () => setPair(undefined),
    show: (before: DetailedEntry, after: DetailedEntry) => setPair([before, after]),
    mark(entry: DetailedEntry) {
      setMarked(isMarked(entry) ? undefined : entry)
      toasts.show({ title: isMarked(entry) ? `Unmarked #${entry.id}` : `Marked #${entry.id} to compare` })
    },
    /** Compares a request with the marked one, or with the one before of the same operation. */
    async open(entry: DetailedEntry) {
      const before = marked && !isMarked(entry) ? marked : findPrevious(entry, stream.requests.value)
      if (before === undefined)
        toasts.show({ title: `There is no earlier ${entry.operation ?? entry.path} to compare with` })
      else setPair([before, entry])
    },
  }
}

function findPrevious(entry: DetailedEntry, entries: readonly JournalEntry[]): EntryPlace | undefined {
  return entries.find(
    ({ session, operation, id, path }) =>
      session === entry.session &&
      id < entry.id &&
      operation === entry.operation &&
      (operation !== null || path === entry.path),
  )
}

interface CompareDialogProps {
  readonly pair: Pair
  readonly onClose: () => void
}

export function CompareDialog({ pair, onClose }: CompareDialogProps) {
  const { connection } = useConsole()
  const [before, after] = pair
  const read = async () =>
    'explanation' in before ? before : connection.simulatorOf(before.session).requests.get(before.id)
  const remote = useRemote(async () => ({ entry: await read() }), { on: [], inputs: [keyOfRequest(before)] })
  const end = <Button onClick={onClose}>Close</Button>
  return (
    <Dialog title={`Responses of #${before.id} and #${after.id}`} {...{ onClose, end }} isWide>
      <RemotePanel remote={remote} what={`request ${before.id}`}>
        {({ entry }) =>
          entry === undefined ? (
            <p>The request log no longer has request #{before.id}.</p>
          ) : (
            <Bodies before={entry} after={after} />
          )
        }
      </RemotePanel>
    </Dialog>
  )
}

interface BodiesProps {
  readonly before: DetailedEntry
  readonly after: DetailedEntry
}

function Bodies({ before, after }: BodiesProps) {
  return (
    <div class="stack">
      {before.response.body === after.response.body && <p>Both bodies are the same.</p>}
      <div class="column grid">
        {[before, after].map((entry) => (
          <section key={keyOfRequest(entry)}>
            <h3 class="row">
              #{entry.id} <StatusMark status={entry.status} />
            </h3>
            <Text most={80}>{`${entry.method} ${entry.path}${entry.query === '' ? '' : `?${entry.query}`}`}</Text>
            <JsonTree label={`Response of #${entry.id}`} text={entry.response.body ?? ''} />
          </section>
        ))}
      </div>
    </div>
  )
}
