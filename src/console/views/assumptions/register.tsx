// The entries of the register, searchable.

import type { JSX } from 'preact'
import type { AssumptionEntry } from '../../../client/index.ts'
import { quoteWord } from '../../../engine/input/text/shell.ts'
import { useConsole } from '../../app/console.ts'
import { Button } from '../../components/controls/button.tsx'
import { CopyMenu } from '../../components/controls/copy-button.tsx'
import { FilterField } from '../../components/forms/filter-field.tsx'
import { EmptyState } from '../../components/panels/empty-state.tsx'
import { Panel } from '../../components/panels/panel.tsx'
import { writeLiteral } from '../../copy/literal.ts'
import { AssumptionRow } from './assumption-row.tsx'
import { findAssumptions, isChanged, isUsed, type Shown } from './entry-filter.ts'

const CHOICES: readonly { readonly shown: Shown; readonly title: string }[] = [
  { shown: 'all', title: 'All' },
  { shown: 'used', title: 'Used' },
  { shown: 'changed', title: 'Changed' },
]

/** The register with a search field. The search is part of the URL. */
export function Register({ entries }: { entries: readonly AssumptionEntry[] }): JSX.Element {
  const { router } = useConsole()
  const { query, path } = router.route.value
  const shown = CHOICES.find((choice) => choice.shown === query.show)?.shown ?? 'all'
  const text = query.q ?? ''
  const counts = { all: entries.length, used: entries.filter(isUsed).length, changed: entries.filter(isChanged).length }
  const found = findAssumptions(entries, text, shown)
  const [open] = path
  // The first one shows what can be switched.
  const startsOpen = (entry: AssumptionEntry) =>
    open === undefined && found.length === entries.length && entry === found[0]
  return (
    <Panel title="Register" actions={<CopyChanged entries={entries} />}>
      <div class="row">
        <FilterField label="Search assumptions" value={text} onChange={(q) => router.setQuery({ q })} />
        {CHOICES.map((choice) => (
          <Button
            key={choice.shown}
            isPressed={choice.shown === shown}
            onClick={() => router.setQuery({ show: choice.shown === 'all' ? undefined : choice.shown })}
          >
            {choice.title} {counts[choice.shown]}
          </Button>
        ))}
      </div>
      {found.length === 0 ? (
        <NothingFound text={text} shown={shown} />
      ) : (
        <ul class="register" aria-label="Assumptions">
          {found.map((entry) => (
            <AssumptionRow key={entry.id} entry={entry} isOpen={entry.id === open} startsOpen={startsOpen(entry)} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function NothingFound({ text, shown }: { text: string; shown: Shown }): JSX.Element {
  const { router } = useConsole()
  const showAll = () => router.setQuery({ q: undefined, show: undefined })
  const isUnused = text === '' && shown === 'used'
  const title = isUnused
    ? 'No request has depended on an assumption yet'
    : 'Every assumption has the value of the preset'
  return (
    <EmptyState
      title={text === '' ? title : 'No assumption contains these words'}
      choices={<Button onClick={showAll}>Show all</Button>}
    />
  )
}

function CopyChanged({ entries }: { entries: readonly AssumptionEntry[] }): JSX.Element | null {
  const changed = entries.filter(isChanged)
  if (changed.length === 0) return null
  const values = Object.fromEntries(changed.map(({ id, value }) => [id, value]))
  const toOptions = () => changed.map(({ id, value }) => `--assume ${quoteWord(`${id}=${value}`)}`).join(' ')
  const toClientCode = () => `await simulator.assume(${writeLiteral(values)})`
  return (
    <CopyMenu
      forms={[
        { title: 'as options', build: toOptions },
        { title: 'as code', build: toClientCode },
      ]}
    />
  )
}
