import { useId } from 'preact/hooks'
import type { ControlSettings } from '../../../../entries/client/index.ts'
import { Button } from '../../components/controls/button.tsx'
import { Labelled } from '../../components/forms/labelled.tsx'
import { SeedField } from '../../components/forms/seed-field.tsx'
import { Panel, RemotePanel } from '../../components/panels.tsx'
import { useConsole, useRemote } from '../../page/console.ts'
import type { Title } from '../../store/actions/actions.ts'

/** The preset, and whether the session rejects what is not in the contract, and varies. */
export function SettingsPanel() {
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
