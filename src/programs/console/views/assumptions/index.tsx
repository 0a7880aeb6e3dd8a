import { useId } from 'preact/hooks'
import { quoteWord } from '../../../../engine/input/text/shell.ts'
import type { AssumptionEntry, ControlSettings } from '../../../../entries/client/index.ts'
import { writeLiteral } from '../../../../entries/request-code/literal.ts'
import { Button } from '../../components/controls/button.tsx'
import { CopyMenu } from '../../components/controls/copy-button.tsx'
import { hasWords } from '../../components/forms/filter-field.tsx'
import { Labelled } from '../../components/forms/labelled.tsx'
import { SeedField, ValueField } from '../../components/forms/seed-field.tsx'
import { DisclosureRow } from '../../components/lists/disclosure-row.tsx'
import { RegisterList } from '../../components/lists/register.tsx'
import { Panel, RemotePanel } from '../../components/panels.tsx'
import { Text } from '../../components/text/text.tsx'
import { formatCount } from '../../format/numbers.ts'
import { type Command, type Console, useConsole, useRemote } from '../../page/console.ts'
import { buildHref } from '../../page/routes.ts'
import type { View } from '../../page/view.ts'
import type { Title } from '../../store/actions/actions.ts'

/** Shows the register of everything that the contract leaves open, and switches its values. */
export const assumptionsView: View = {
  id: 'assumptions',
  title: 'Assumptions',
  key: 'a',
  badge: ({ world }) => Object.keys(world.state.data.value?.assumptions ?? {}).length || undefined,
  render: Assumptions,
  commands: listAssumptionCommands,
  findCommands: findAssumptionCommands,
}

function Assumptions() {
  const { connection } = useConsole()
  const entries = useRemote(() => connection.simulator.assumptions(), { on: ['assumptions', 'requests'] })
  return (
    <div class="column view">
      <p class="muted">
        The contract leaves these questions open. If your code still works after you switch an answer, it does not
        depend on it.
      </p>
      <SettingsPanel />
      <RemotePanel remote={entries} what="the assumptions">
        {(all) => <AssumptionRegister entries={all} />}
      </RemotePanel>
    </div>
  )
}

/** Lists a command for `id = value` as somebody types it, or else for those that are changed. */
function listAssumptionCommands({ worldActions, router }: Console, text: string): readonly Command[] {
  const [, id, value] = /^\s*(?:assume\s+)?([a-z]\w*)\s*=\s*(\S.*?)\s*$/i.exec(text) ?? []
  const showChanged = () => router.navigate({ view: 'assumptions', query: { show: 'changed' } })
  if (id === undefined || value === undefined) return [{ title: 'Show the changed assumptions', run: showChanged }]
  return [{ title: `Assume ${id} = ${value}`, run: () => worldActions.assume(id, value) }]
}

/** Lists a command for each assumption, which is found by its question, too. */
async function findAssumptionCommands({ connection, router }: Console, text: string): Promise<readonly Command[]> {
  if (text === '') return []
  return (await connection.simulator.assumptions()).map(({ id, question }) => ({
    title: `Show the assumption ${id}`,
    words: question,
    run: () => router.navigate({ view: 'assumptions', path: [id] }),
  }))
}

/** The preset, and whether the session rejects what is not in the contract, and varies. */
function SettingsPanel() {
  const { connection } = useConsole()
  const settings = useRemote(() => connection.simulator.settings.read(), { on: ['assumptions'] })
  return (
    <Panel title="All assumptions at once">
      <RemotePanel remote={settings} what="the settings">
        {(current) => (
          <div class="column grid">
            <Preset settings={current} />
            <Strict settings={current} />
            <Vary key={String(current.vary)} settings={current} />
          </div>
        )}
      </RemotePanel>
    </Panel>
  )
}

type ChosenSettings = Partial<Omit<ControlSettings, 'presets'>>

function useChange(current: ControlSettings): (title: Title, change: ChosenSettings) => Promise<unknown> {
  const { actions, connection } = useConsole()
  return (title, change) => {
    const before = Object.fromEntries(Object.keys(change).map((name) => [name, current[name as keyof ChosenSettings]]))
    return actions.run({
      title,
      run: ({ settings }) => settings.change(change),
      undo: () => connection.simulator.settings.change(before),
      changes: ['assumptions', 'state'],
    })
  }
}

interface SettingsProps {
  readonly settings: ControlSettings
}

function Preset({ settings }: SettingsProps) {
  const change = useChange(settings)
  const choose = (index: number) => {
    const preset = settings.presets[index]
    if (preset !== undefined) void change(['Switch', 'Switched', `to the preset ${preset}`], { preset })
  }
  return (
    <Labelled label="Preset" description="The values of all assumptions that nobody has chosen.">
      {(control) => (
        <select {...control} value={settings.preset} onChange={(event) => choose(event.currentTarget.selectedIndex)}>
          {settings.presets.map((preset) => (
            <option key={preset}>{preset}</option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

const STRICT = 'Reject what the contract does not promise'

function Strict({ settings }: SettingsProps) {
  const change = useChange(settings)
  const id = useId()
  const toggle = (strict: boolean) => change(['Turn', 'Turned', `“${STRICT}” ${strict ? 'on' : 'off'}`], { strict })
  return (
    <div class="column field">
      <span class="row">
        <input
          id={id}
          type="checkbox"
          aria-describedby={`${id}-description`}
          checked={settings.strict}
          onChange={(event) => void toggle(event.currentTarget.checked)}
        />
        <label class="field-label" for={id}>
          {STRICT}
        </label>
      </span>
      <span class="field-description" id={`${id}-description`}>
        Such requests get 501; responses name their assumptions.
      </span>
    </div>
  )
}

const UNVARIED = 'Draws the values of all assumptions that nobody has chosen.'

function Vary({ settings }: SettingsProps) {
  const change = useChange(settings)
  const { vary } = settings
  return (
    <SeedField
      label="Vary with seed"
      description={vary === null ? UNVARIED : `Values are drawn with seed ${vary}.`}
      current={vary}
      action="Vary"
      onUse={(seed) => void change(['Draw', 'Drew', `assumptions with seed ${seed}`], { vary: seed })}
    >
      {vary !== null && (
        <Button onClick={() => void change(['Return', 'Returned', 'to the values of the preset'], { vary: null })}>
          Stop varying
        </Button>
      )}
    </SeedField>
  )
}

interface AssumptionRegisterProps {
  readonly entries: readonly AssumptionEntry[]
}

/** The register with a search field. The search is part of the URL. */
function AssumptionRegister({ entries }: AssumptionRegisterProps) {
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

interface CopyChangedProps {
  readonly changed: readonly AssumptionEntry[]
}

function CopyChanged({ changed }: CopyChangedProps) {
  const { world } = useConsole()
  if (changed.length === 0) return null
  const preset = world.state.data.value?.preset
  // Elsewhere, the values that have not changed would be others.
  const isUsual = preset === world.schemas.data.value?.service.preset
  const values = Object.fromEntries(changed.map(({ id, value }) => [id, value]))
  const toOptions = () =>
    [
      ...(isUsual ? [] : [`--preset ${preset}`]),
      ...changed.map(({ id, value }) => `--assume ${quoteWord(`${id}=${value}`)}`),
    ].join(' ')
  const toClientCode = () =>
    `${isUsual ? '' : `await simulator.settings.change(${writeLiteral({ preset })})\n`}await simulator.assume(${writeLiteral(values)})`
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

interface EntryProps {
  readonly entry: AssumptionEntry
}

function Notes({ entry: { id, section, requests, value, preset } }: EntryProps) {
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
function AssumptionValues({ entry }: EntryProps) {
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

interface HintsProps {
  readonly entry: AssumptionEntry
  readonly name: string
}

function Hints({ entry: { preset, excludes }, name }: HintsProps) {
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
