import { useId } from 'preact/hooks'
import type { ControlSettings } from '../../../../entries/client/index.ts'
import { Button } from '../../components/controls/button.tsx'
import { Labelled } from '../../components/forms/labelled.tsx'
import { SeedField } from '../../components/forms/seed-field.tsx'
import { Panel, RemotePanel } from '../../components/panels.tsx'
import type { Command } from '../../page/commands.ts'
import { type Console, useConsole, useRemote } from '../../page/console.ts'
import type { View } from '../../page/view.ts'
import type { Title } from '../../store/actions/actions.ts'
import { AssumptionRegister } from './register.tsx'

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

type Change = Partial<Omit<ControlSettings, 'presets'>>

function useChange(current: ControlSettings): (title: Title, change: Change) => Promise<unknown> {
  const { actions, connection } = useConsole()
  return (title, change) => {
    const before = Object.fromEntries(Object.keys(change).map((name) => [name, current[name as keyof Change]]))
    return actions.run({
      title,
      run: ({ settings }) => settings.change(change),
      undo: () => connection.simulator.settings.change(before),
      changes: ['assumptions', 'state'],
    })
  }
}

function Preset({ settings }: { settings: ControlSettings }) {
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

function Strict({ settings }: { settings: ControlSettings }) {
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

function Vary({ settings }: { settings: ControlSettings }) {
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
