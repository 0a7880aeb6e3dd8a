// The choices for a demo link.

import { useId } from 'preact/hooks'
import type { ControlState, FaultInput, OpenLinkOptions } from '../../../../client/index.ts'
import { useConsole } from '../../../app/console.ts'
import { toPercent } from '../../../components/charts/bars.tsx'
import { Button } from '../../../components/controls/button.tsx'
import { Labelled } from '../../../components/forms/labelled.tsx'
import { isSeed } from '../../../components/forms/seed-field.tsx'
import { Text } from '../../../components/text/text.tsx'
import { formatMoment } from '../words.ts'

interface ShareFormProps {
  world: SharedWorld
  choice: ShareChoice
  onChange: (changes: Partial<ShareChoice>) => void
  /** Whether a link can name the scenario. */
  isKnown: boolean
  isSnapshot: boolean
  onSwitch: (isSnapshot: boolean) => void
}

/** The fields of a demo link. */
export function ShareForm(props: ShareFormProps) {
  const { world, choice, onChange, isKnown, isSnapshot, onSwitch } = props
  const name = useId()
  const { worldActions } = useConsole()
  const take = async () => onChange({ snapshot: (await worldActions.takeSnapshot())?.name })
  return (
    <div class="stack">
      <fieldset class="stack share-choices">
        <legend>What it opens</legend>
        <label class="choice-line">
          <input type="radio" name={name} checked={!isSnapshot} disabled={!isKnown} onChange={() => onSwitch(false)} />
          <span>
            The start of <Text>{world.state.scenario.name}</Text>
            {!isKnown && ' (the server has no scenario with this name)'}
          </span>
        </label>
        <label class="choice-line">
          <input type="radio" name={name} checked={isSnapshot} onChange={() => onSwitch(true)} />
          <span>The world as it is now{world.state.edited && ', with all changes'}</span>
        </label>
      </fieldset>
      {isSnapshot ? (
        <p class="row muted">
          {choice.snapshot !== undefined && `The link opens the snapshot ${choice.snapshot}. `}
          The server keeps it as long as it runs.{' '}
          <Button onClick={take}>{choice.snapshot === undefined ? 'Take the snapshot' : 'Take it again'}</Button>
        </p>
      ) : (
        <ScenarioParts world={world} choice={choice} onChange={onChange} />
      )}
      <label class="field">
        <span class="field-label">Leads to</span>
        <input
          inputMode="url"
          autocomplete="off"
          spellcheck={false}
          placeholder="http://localhost:5173/?api={url}"
          aria-invalid={!isPage(choice.to)}
          // Changes elsewhere must not replace what somebody types.
          defaultValue={choice.to}
          // The link is built when somebody has finished.
          onChange={(event) => onChange({ to: event.currentTarget.value.trim() })}
        />
        <span class="field-description">
          The page to show. {'{url}'} in it is replaced by the URL of the new session, {'{session}'} by its name.
          Allowed: this machine, this server, and origins of --allow-origin. Empty: the page of the session.
        </span>
      </label>
    </div>
  )
}

type PartsProps = Pick<ShareFormProps, 'world' | 'choice' | 'onChange'>

function ScenarioParts({ world, choice, onChange }: PartsProps) {
  return (
    <>
      <Labelled label="Seed" description="A whole number. Another one builds other records.">
        {(control) => (
          <input
            {...control}
            autocomplete="off"
            aria-invalid={!isSeed(choice.seed)}
            value={choice.seed}
            onInput={(event) => onChange({ seed: event.currentTarget.value.trim() })}
          />
        )}
      </Labelled>
      <fieldset class="stack share-choices">
        <legend>With</legend>
        {listParts(world).map(({ part, title }) => (
          <label key={part} class="choice-line">
            <input
              type="checkbox"
              checked={choice.includes[part]}
              onChange={(event) => onChange({ includes: { ...choice.includes, [part]: event.currentTarget.checked } })}
            />
            <span>{title}</span>
          </label>
        ))}
      </fieldset>
    </>
  )
}

function listParts({ state, faults }: SharedWorld): readonly { part: SharedPart; title: string }[] {
  const changed = Object.keys(state.assumptions).length
  return [
    { part: 'time', title: `The time of its clock, ${formatMoment(state.now)}` },
    { part: 'assumptions', title: `Its assumptions: preset ${state.preset}, ${changed} changed` },
    { part: 'faults', title: `Its faults: ${faults.length}` },
    { part: 'chaos', title: `Its chaos: ${toPercent(state.chaos.level)} %` },
  ]
}

/** What somebody chose to share. */
export interface ShareChoice {
  /** A stored snapshot of the world as it is, or undefined for the start of its scenario. */
  readonly snapshot: string | undefined
  readonly seed: string
  readonly includes: Readonly<Record<SharedPart, boolean>>
  /** The page that the link leads to. Empty: that of the session. */
  readonly to: string
}

/** What a link to a scenario can have besides. A snapshot has its own. */
type SharedPart = 'time' | 'assumptions' | 'faults' | 'chaos'

/** What the world has now. */
export interface SharedWorld {
  readonly state: ControlState
  readonly faults: readonly FaultInput[]
}

/** Whether a link can lead to an address. The server decides which pages it may lead to. */
export function isPage(to: string): boolean {
  return /^(https?:|\{url\}|$)/i.test(to)
}

/** Builds the options of a link. */
export function buildShareOptions(choice: ShareChoice, { state, faults }: SharedWorld): OpenLinkOptions {
  const to = choice.to === '' ? {} : { to: choice.to }
  if (choice.snapshot !== undefined) return { snapshot: choice.snapshot, ...to }
  const { includes, seed } = choice
  return {
    scenario: state.scenario.name,
    seed: Number(seed),
    ...(includes.time ? { now: state.now } : {}),
    ...(includes.assumptions ? { preset: state.preset, assumptions: state.assumptions } : {}),
    ...(includes.faults ? { faults } : {}),
    ...(includes.chaos ? { chaos: state.chaos } : {}),
    ...to,
  }
}
