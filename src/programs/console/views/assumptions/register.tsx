import { quoteWord } from '../../../../engine/input/text/shell.ts'
import type { AssumptionEntry } from '../../../../entries/client/index.ts'
import { writeLiteral } from '../../../../entries/request-code/literal.ts'
import { Button } from '../../components/controls/button.tsx'
import { CopyMenu } from '../../components/controls/copy-button.tsx'
import { hasWords } from '../../components/forms/filter-field.tsx'
import { ValueField } from '../../components/forms/seed-field.tsx'
import { DisclosureRow } from '../../components/lists/disclosure-row.tsx'
import { RegisterList } from '../../components/lists/register.tsx'
import { Text } from '../../components/text/text.tsx'
import { formatCount } from '../../format/numbers.ts'
import { useConsole } from '../../page/console.ts'
import { buildHref } from '../../page/routes.ts'

/** The register with a search field. The search is part of the URL. */
export function AssumptionRegister({ entries }: { entries: readonly AssumptionEntry[] }) {
  const { query, path } = useConsole().router.route.value
  const { q = '', show } = query
  const changed = entries.filter(isChanged)
  const used = entries.filter(({ requests }) => requests > 0)
  const shown = { used, changed }[show ?? ''] ?? entries
  const found = shown.filter((entry) => hasWords(textOf(entry), q))
  const [open] = path
  // The first one shows what can be switched.
  const startsOpen = (entry: AssumptionEntry) =>
    open === undefined && found.length === entries.length && entry === found[0]
  const empty =
    show === 'used' ? 'No request has depended on an assumption yet' : 'Every assumption has the value of the preset'
  return (
    <RegisterList
      title="Register"
      label="Assumptions"
      search="Search assumptions"
      actions={<CopyChanged changed={changed} />}
      choices={[
        { title: `All ${entries.length}` },
        { title: `Used ${used.length}`, show: 'used' },
        { title: `Changed ${changed.length}`, show: 'changed' },
      ]}
      items={found}
      empty={q === '' ? empty : 'No assumption contains these words'}
      render={(entry) => (
        <AssumptionRow key={entry.id} entry={entry} isOpen={entry.id === open} startsOpen={startsOpen(entry)} />
      )}
    />
  )
}

function CopyChanged({ changed }: { changed: readonly AssumptionEntry[] }) {
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
      <div class="stack">
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
        {section === '' || `The written contract leaves it open in section ${section.replace(/, (?=\S+$)/, ' and ')}. `}
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

function isChanged({ value, preset }: AssumptionEntry): boolean {
  return value !== preset
}

function textOf({ id, question, section, values, value }: AssumptionEntry): string {
  const described = Object.entries(values).flat()
  return [id, question, section, value, ...described].join('\n')
}
