import { useId, useState } from 'preact/hooks'
import type { ControlState, FaultInput, OpenLinkOptions } from '../../../../../entries/client/index.ts'
import { writeLiteral } from '../../../../../entries/request-code/literal.ts'
import { Button } from '../../../components/controls/button.tsx'
import { CopyButton } from '../../../components/controls/copy-button.tsx'
import { Dialog } from '../../../components/controls/dialog.tsx'
import { Labelled } from '../../../components/forms/labelled.tsx'
import { isSeed } from '../../../components/forms/seed-field.tsx'
import { RemotePanel } from '../../../components/panels.tsx'
import { Text } from '../../../components/text/text.tsx'
import { toPercent } from '../../../format/numbers.ts'
import { useConsole, useRemote } from '../../../page/console.ts'
import { toDefinition } from '../../faults/fault-actions.ts'
import { formatMoment } from '../words.ts'

interface ShareDialogProps {
  readonly onClose: () => void
}

/** Chooses what a demo link contains and where it leads. */
export function ShareDialog({ onClose }: ShareDialogProps) {
  const { simulator } = useConsole().connection
  const shared = useRemote(readWorld, { on: ['state', 'faults', 'chaos', 'clock', 'assumptions'] })
  async function readWorld(): Promise<SharedWorld> {
    const [state, faults, { service }] = await Promise.all([
      simulator.state(),
      simulator.faults.list(),
      simulator.schemas(),
    ])
    return { state, faults: faults.map(toDefinition), usualPreset: service.preset }
  }
  return (
    <Dialog title="Share this world" isWide onClose={onClose} end={<Button onClick={onClose}>Close</Button>}>
      <div class="stack">
        <p class="muted">Everybody who opens a demo link gets a world of their own.</p>
        <RemotePanel remote={shared} what="the world">
          {(world) => <Share world={world} />}
        </RemotePanel>
      </div>
    </Dialog>
  )
}

interface SharedWorld {
  readonly state: ControlState
  readonly faults: readonly FaultInput[]
  /** The preset of scenarios that choose none. */
  readonly usualPreset: string
}

type SharedPart = { title: string; isSet: boolean; options: OpenLinkOptions }

/** Lists what a link to a scenario can have besides. A snapshot has its own. */
function listParts({ state, faults, usualPreset }: SharedWorld): readonly SharedPart[] {
  const { now, preset, assumptions, chaos } = state
  const changed = Object.keys(assumptions).length
  return [
    { title: `The time of its clock, ${formatMoment(now)}`, isSet: now !== state.scenario.now, options: { now } },
    {
      title: `Its assumptions: preset ${preset}, ${changed} changed`,
      isSet: changed > 0 || preset !== usualPreset,
      options: { preset, assumptions },
    },
    { title: `Its faults: ${faults.length}`, isSet: faults.length > 0, options: { faults } },
    { title: `Its chaos: ${toPercent(chaos.level)} %`, isSet: chaos.level > 0, options: { chaos } },
  ]
}

interface ShareChoice {
  /** Whether it is the world as it is, and not the start of its scenario. */
  readonly isSnapshot: boolean
  /** The stored snapshot of it, once that is taken. */
  readonly snapshot: string | undefined
  readonly seed: string
  /** Which parts it has besides. */
  readonly includes: readonly boolean[]
  /** The page that the link leads to. Empty: that of the session. */
  readonly to: string
}

interface ShareProps {
  readonly world: SharedWorld
}

function Share({ world }: ShareProps) {
  const scenarios = useConsole().world.scenarios.data.value
  // A scenario of somebody's own has no name that a link could use.
  const isKnown = scenarios?.some(({ name }) => name === world.state.scenario.name) !== false
  const [choice, setChoice] = useState<ShareChoice>(() => ({
    isSnapshot: world.state.edited || !isKnown,
    snapshot: undefined,
    seed: String(world.state.scenario.seed),
    includes: listParts(world).map(({ isSet }) => isSet),
    to: '',
  }))
  const change = (changes: Partial<ShareChoice>) => setChoice({ ...choice, ...changes })
  const missing = findMissing(choice)
  return (
    <div class="column grid">
      <div class="stack">
        <Start {...{ world, choice, change, isKnown }} />
        {choice.isSnapshot ? <Snapshot {...{ choice, change }} /> : <ScenarioParts {...{ world, choice, change }} />}
        <LeadsTo {...{ choice, change }} />
      </div>
      {missing === undefined ? (
        <LinkFor options={buildShareOptions(choice, world)} />
      ) : (
        <p class="muted box" role="alert">
          {missing}
        </p>
      )}
    </div>
  )
}

function findMissing({ isSnapshot, snapshot, seed, to }: ShareChoice): string | undefined {
  if (isSnapshot && snapshot === undefined) return 'Take the snapshot first. Then the link appears here.'
  if (!isSnapshot && !isSeed(seed)) return 'The link appears here when the seed is a whole number.'
  return isPage(to) ? undefined : `${to} is not a page: it must begin with http:// or https://.`
}

// The server decides which pages it may lead to.
function isPage(to: string): boolean {
  return /^(https?:|\{url\}|$)/i.test(to)
}

interface ChoiceProps {
  choice: ShareChoice
  change: (changes: Partial<ShareChoice>) => void
}

type StartProps = ChoiceProps & { world: SharedWorld; isKnown: boolean }

function Start({ world: { state }, choice: { isSnapshot }, change, isKnown }: StartProps) {
  const name = useId()
  const choose = (next: boolean) => () => change({ isSnapshot: next })
  return (
    <fieldset class="stack tight">
      <legend>What it opens</legend>
      <label class="row">
        <input type="radio" name={name} checked={!isSnapshot} disabled={!isKnown} onChange={choose(false)} />
        <span>
          The start of <Text>{state.scenario.name}</Text>
          {!isKnown && ' (the server has no scenario with this name)'}
        </span>
      </label>
      <label class="row">
        <input type="radio" name={name} checked={isSnapshot} onChange={choose(true)} />
        <span>The world as it is now{state.edited && ', with all changes'}</span>
      </label>
    </fieldset>
  )
}

function Snapshot({ choice: { snapshot }, change }: ChoiceProps) {
  const { worldActions } = useConsole()
  const take = async () => change({ snapshot: (await worldActions.takeSnapshot())?.name })
  return (
    <p class="row muted">
      {snapshot !== undefined && `The link opens the snapshot ${snapshot}. `}
      The server keeps it as long as it runs.{' '}
      <Button onClick={take}>{snapshot === undefined ? 'Take the snapshot' : 'Take it again'}</Button>
    </p>
  )
}

interface ScenarioPartsProps extends ChoiceProps {
  readonly world: SharedWorld
}

function ScenarioParts({ world, choice, change }: ScenarioPartsProps) {
  const { seed, includes } = choice
  return (
    <>
      <Labelled label="Seed" description="A whole number. Another one builds other records.">
        {(control) => (
          <input
            {...control}
            autocomplete="off"
            aria-invalid={!isSeed(seed)}
            value={seed}
            onInput={(event) => change({ seed: event.currentTarget.value.trim() })}
          />
        )}
      </Labelled>
      <fieldset class="stack tight">
        <legend>With</legend>
        {listParts(world).map(({ title }, index) => (
          <label key={index} class="row">
            <input
              type="checkbox"
              checked={includes[index] === true}
              onChange={(event) => change({ includes: includes.with(index, event.currentTarget.checked) })}
            />
            <span>{title}</span>
          </label>
        ))}
      </fieldset>
    </>
  )
}

const PAGE = `The page to show. {url} in it is replaced by the URL of the new session, {session} by its name. \
Allowed: this machine, this server, and origins of --allow-origin. Empty: the page of the session.`

function LeadsTo({ choice: { to }, change }: ChoiceProps) {
  return (
    <Labelled label="Leads to" description={PAGE}>
      {(control) => (
        <input
          {...control}
          inputMode="url"
          autocomplete="off"
          spellcheck={false}
          placeholder="http://localhost:5173/?api={url}"
          aria-invalid={!isPage(to)}
          // Changes elsewhere must not replace what somebody types.
          defaultValue={to}
          // The link is built when somebody has finished.
          onChange={(event) => change({ to: event.currentTarget.value.trim() })}
        />
      )}
    </Labelled>
  )
}

function buildShareOptions(choice: ShareChoice, world: SharedWorld): OpenLinkOptions {
  const { isSnapshot, snapshot, includes, seed } = choice
  const to = choice.to === '' ? {} : { to: choice.to }
  if (isSnapshot && snapshot !== undefined) return { snapshot, ...to }
  const parts = listParts(world).filter((_, index) => includes[index])
  const start = { scenario: world.state.scenario.name, seed: Number(seed) }
  const chosen: OpenLinkOptions = { ...start, ...to }
  for (const { options } of parts) Object.assign(chosen, options)
  return chosen
}

interface LinkForProps {
  readonly options: OpenLinkOptions
}

function LinkFor({ options }: LinkForProps) {
  const { simulator } = useConsole().connection
  const code = writeLiteral(options)
  const link = useRemote(() => simulator.createLink(options), { on: [], inputs: [code] })
  return (
    <section class="stack" aria-label="The link">
      <div class="stack share-made">
        <RemotePanel remote={link} what="the link">
          {({ url, expires }) => (
            <>
              <Labelled label="Link">
                {(control) => (
                  <textarea
                    {...control}
                    readOnly
                    rows={4}
                    value={url}
                    onFocus={({ currentTarget }) => currentTarget.select()}
                  />
                )}
              </Labelled>
              <div class="row">
                <CopyButton text={url} what="the link">
                  Copy link
                </CopyButton>
                <a class="button" href={url} target="_blank" rel="noopener noreferrer">
                  Try it
                </a>
                <CopyButton text={`const { url } = await simulator.createLink(${code})`} what="the code">
                  Copy code
                </CopyButton>
              </div>
              {expires !== null && (
                <p class="warning">
                  It works without the token until {formatMoment(expires)}.
                  {options.to === undefined && ' It leads to a page that says how to use the session.'}
                </p>
              )}
            </>
          )}
        </RemotePanel>
      </div>
      <p class="muted">At most 50 sessions come from links; the next one ends the oldest.</p>
    </section>
  )
}
