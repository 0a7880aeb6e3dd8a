// The difference between the responses of two requests.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { DetailedEntry, JournalEntry } from '../../../../client/index.ts'
import { type Console, useConsole, useRemote } from '../../../app/console.ts'
import { Button } from '../../../components/controls/button.tsx'
import { Dialog } from '../../../components/controls/dialog.tsx'
import { RemotePanel } from '../../../components/panels.tsx'
import { StatusMark } from '../../../components/text/status-mark.tsx'
import { Text } from '../../../components/text/text.tsx'
import { keyOf } from '../../../store/stream/ring.ts'
import type { EntryPlace } from '../entry-route.ts'
import { type DiffPart, diffBodies } from './body-diff.ts'

/** Compares the responses of two requests. */
export type Compare = ReturnType<typeof useCompare>

type Pair = readonly [before: EntryPlace | DetailedEntry, after: DetailedEntry]

/** Remembers which request is marked, and which two are compared. */
export function useCompare() {
  const { stream, toasts } = useConsole()
  const [marked, setMarked] = useState<DetailedEntry | undefined>(undefined)
  const [pair, setPair] = useState<Pair | undefined>(undefined)
  return {
    marked,
    pair,
    close: () => setPair(undefined),
    show: (before: DetailedEntry, after: DetailedEntry) => setPair([before, after]),
    /** Marks a request, or unmarks it. */
    mark(entry: DetailedEntry) {
      const isMarked = marked !== undefined && keyOf(marked) === keyOf(entry)
      setMarked(isMarked ? undefined : entry)
      toasts.show({
        title: isMarked ? `Unmarked #${entry.id}` : `Marked #${entry.id} to compare`,
      })
    },
    /** Compares a request with the marked one, or with the one before of the same operation. */
    async open(entry: DetailedEntry) {
      const isOther = marked !== undefined && keyOf(marked) !== keyOf(entry)
      const before = isOther ? marked : findPrevious(entry, stream.requests.value)
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

type DialogProps = { pair: Pair; onClose: () => void }

/** The two responses, line by line. */
export function CompareDialog({ pair, onClose }: DialogProps): JSX.Element {
  const { connection } = useConsole()
  const [before, after] = pair
  const remote = useRemote(async () => ({ entry: await readEntry(before, connection) }), {
    on: [],
    inputs: [keyOf(before)],
  })
  return (
    <Dialog
      title={`Responses of #${before.id} and #${after.id}`}
      onClose={onClose}
      isWide
      end={<Button onClick={onClose}>Close</Button>}
    >
      <RemotePanel remote={remote} what={`request ${before.id}`}>
        {({ entry }) =>
          entry === undefined ? (
            <p>The request log no longer has request #{before.id}.</p>
          ) : (
            <Difference before={entry} after={after} />
          )
        }
      </RemotePanel>
    </Dialog>
  )
}

async function readEntry(
  place: EntryPlace | DetailedEntry,
  connection: Console['connection'],
): Promise<DetailedEntry | undefined> {
  if ('explanation' in place) return place
  return connection.simulatorOf(place.session).requests.get(place.id)
}

function Difference({ before, after }: { before: DetailedEntry; after: DetailedEntry }): JSX.Element {
  const [old, next] = [before, after].map(({ response }) => response.body ?? '') as [string, string]
  const parts = diffBodies(old, next)
  return (
    <div class="stack">
      <p class="row">
        {[before, after].map(({ id, status, method, path, query }, index) => (
          <span key={id} class="row compare-side">
            <span aria-hidden="true">{index === 0 ? '−' : '+'}</span>#{id} <StatusMark status={status} />
            <Text most={80}>{`${method} ${path}${query === '' ? '' : `?${query}`}`}</Text>
          </span>
        ))}
      </p>
      {old === next ? (
        <p>Both bodies are the same.</p>
      ) : parts === undefined ? (
        <p>The bodies are too large to be compared.</p>
      ) : (
        <Parts parts={parts} />
      )}
    </div>
  )
}

function Parts({ parts }: { parts: readonly DiffPart[] }): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="json diff" aria-label="Difference" tabIndex={0}>
      {parts.map((part, index) => (
        <Part key={index} part={part} />
      ))}
    </section>
  )
}

const SIGNS = { equal: ' ', folded: ' ', added: '+', removed: '−' } as const
const NAMES = { equal: '', folded: '', added: 'added: ', removed: 'removed: ' } as const

// A record that only one body has can be long.
const MOST_SHOWN = 12

function Part({ part: { kind, lines } }: { part: DiffPart }): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  const most = kind === 'folded' ? 0 : kind === 'equal' ? lines.length : MOST_SHOWN
  const shown = isOpen || lines.length <= most + 1 ? lines : lines.slice(0, most)
  const rest = lines.length - shown.length
  return (
    <>
      {shown.map((line, index) => (
        <div key={index} class={`diff-line diff-${kind}`}>
          <span aria-hidden="true">{SIGNS[kind]} </span>
          <span class="visually-hidden">{NAMES[kind]}</span>
          <Text most={500}>{line}</Text>
        </div>
      ))}
      {rest > 0 && (
        <button type="button" class="diff-fold" onClick={() => setOpen(true)}>
          Show {rest.toLocaleString('en')} {kind === 'folded' ? 'equal lines' : `more ${kind} lines`}
        </button>
      )}
    </>
  )
}
