import type { AssumptionEntry } from '../../../client/index.ts'
import { quoteWord } from '../../../engine/input/text/shell.ts'
import { useConsole } from '../../app/console.ts'
import { buildHref } from '../../app/routes.ts'
import { formatCount } from '../../components/charts/bars.tsx'
import { Button } from '../../components/controls/button.tsx'
import { CopyMenu } from '../../components/controls/copy-button.tsx'
import { FilterField, hasWords } from '../../components/forms/filter-field.tsx'
import { ValueField } from '../../components/forms/seed-field.tsx'
import { DisclosureRow } from '../../components/lists/disclosure-row.tsx'
import { EmptyState, Panel } from '../../components/panels.tsx'
import { Text } from '../../components/text/text.tsx'
import { writeLiteral } from '../../copy/literal.ts'

const CHOICES: readonly { readonly shown: Shown; readonly title: string }[] = [
  { shown: 'all', title: 'All' },
  { shown: 'used', title: 'Used' },
  { shown: 'changed', title: 'Changed' },
]

/** The register with a search field. The search is part of the URL. */
export function AssumptionRegister({ entries }: { entries: readonly AssumptionEntry[] }) {
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

function NothingFound({ text, shown }: { text: string; shown: Shown }) {
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

function CopyChanged({ entries }: { entries: readonly AssumptionEntry[] }) {
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

type RowProps = { entry: AssumptionEntry; isOpen: boolean; startsOpen: boolean }

/** A row that opens to the meaning of each value. */
function AssumptionRow({ entry, isOpen, startsOpen }: RowProps) {
  const { router } = useConsole()
  const { query } = router.route.value
  const toggle = () => router.navigate({ view: 'assumptions', path: isOpen ? [] : [entry.id], query })
  const head = (
    <>
      <span>{entry.question}</span>
      <span>
        <code>{entry.id}</code> = <Text>{entry.value}</Text>
      </span>
      <span class="row badge">
        {isChanged(entry) && <span class="warning">changed</span>}
        {entry.requests > 0 && <span>{formatCount(entry.requests, 'request')}</span>}
      </span>
    </>
  )
  return (
    <DisclosureRow {...{ head, isOpen, startsOpen }} onToggle={toggle}>
      <div class="stack assumption-body">
        <AssumptionValues entry={entry} />
        {entry.learned && <Text canExpand>{entry.learned}</Text>}
        <Notes entry={entry} />
      </div>
    </DisclosureRow>
  )
}

function Notes({ entry: { id, section, requests, value, preset } }: { entry: AssumptionEntry }) {
  const { worldActions } = useConsole()
  return (
    <div class="row spread">
      <span class="muted">
        The written contract leaves it open in section {section.replace(/, (?=\S+$)/, ' and ')}.{' '}
        {requests === 0 ? (
          'No request has depended on it yet.'
        ) : (
          <>
            <a href={buildHref({ view: 'requests', query: { q: `assumption=${id}` } })}>
              {formatCount(requests, 'request')}
            </a>{' '}
            depended on it.
          </>
        )}
      </span>
      {value !== preset && <Button onClick={() => void worldActions.assume(id, preset)}>Use the preset’s value</Button>}
    </div>
  )
}

/** The values to choose from. Choosing one takes effect at once. */
function AssumptionValues({ entry }: { entry: AssumptionEntry }) {
  const { worldActions } = useConsole()
  const { id, value, values, free, question } = entry
  return (
    <fieldset class="stack tight">
      <legend class="visually-hidden">{question}</legend>
      {Object.entries(values).map(([name, meaning]) => (
        <label key={name} class="column assumption-choice">
          <input type="radio" name={id} checked={name === value} onChange={() => void worldActions.assume(id, name)} />
          <span>
            <code>{name}</code> <Text most={2000}>{meaning}</Text> <Hints entry={entry} name={name} />
          </span>
        </label>
      ))}
      {free !== null && (
        <ValueField
          key={value}
          label="Another value"
          description={`Allowed: ${free}.`}
          current={Object.hasOwn(values, value) ? null : value}
          action="Use value"
          onUse={(own) => void worldActions.assume(id, own)}
        />
      )}
    </fieldset>
  )
}

function Hints({ entry: { preset, excludes }, name }: { entry: AssumptionEntry; name: string }) {
  const excluded = excludes.filter((each) => each.value === name)
  return (
    <span class="muted">
      {name === preset && '(preset) '}
      {excluded.length > 0 && `Not together with ${excluded.map((each) => `${each.id} = ${each.other}`).join(' or ')}.`}
    </span>
  )
}

type Shown = 'all' | 'used' | 'changed'

function isChanged({ value, preset }: AssumptionEntry): boolean {
  return value !== preset
}

function isUsed({ requests }: AssumptionEntry): boolean {
  return requests > 0
}

/** Finds the assumptions that contain all words of a text in their id, question or values. */
function findAssumptions(entries: readonly AssumptionEntry[], text: string, shown: Shown): readonly AssumptionEntry[] {
  const belongs = { all: () => true, used: isUsed, changed: isChanged }[shown]
  return entries.filter((entry) => belongs(entry) && hasWords(textOf(entry), text))
}

function textOf({ id, question, section, values, value }: AssumptionEntry): string {
  const described = Object.entries(values).flat()
  return [id, question, section, value, ...described].join('\n')
}
