import { useState } from 'preact/hooks'
import type { OpenLinkOptions } from '../../../../client/index.ts'
import { useConsole, useRemote } from '../../../app/console.ts'
import { Button } from '../../../components/controls/button.tsx'
import { CopyButton } from '../../../components/controls/copy-button.tsx'
import { Dialog } from '../../../components/controls/dialog.tsx'
import { isSeed } from '../../../components/forms/seed-field.tsx'
import { RemotePanel } from '../../../components/panels.tsx'
import { writeLiteral } from '../../../copy/literal.ts'
import { toDefinition } from '../../faults/fault-actions.ts'
import { formatMoment } from '../words.ts'
import { buildShareOptions, isPage, type ShareChoice, type SharedWorld, ShareForm } from './share-form.tsx'

/** Chooses what a link contains and where it leads. */
export function ShareDialog({ onClose }: { onClose: () => void }) {
  const { simulator } = useConsole().connection
  const shared = useRemote(readWorld, { on: ['state', 'faults', 'chaos', 'clock', 'assumptions'] })
  async function readWorld(): Promise<SharedWorld> {
    const [state, faults] = await Promise.all([simulator.state(), simulator.faults.list()])
    return { state, faults: faults.map(toDefinition) }
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

function Share({ world }: { world: SharedWorld }) {
  const scenarios = useConsole().world.scenarios.data.value
  const { name } = world.state.scenario
  // A scenario of somebody's own has no name that a link could use.
  const isKnown = scenarios?.some((each) => each.name === name) !== false
  const [choice, setChoice] = useState<ShareChoice>(() => startChoice(world))
  const [isSnapshot, setIsSnapshot] = useState(world.state.edited || !isKnown)
  const change = (changes: Partial<ShareChoice>) => setChoice({ ...choice, ...changes })
  return (
    <div class="grid">
      <ShareForm
        world={world}
        choice={choice}
        onChange={change}
        isKnown={isKnown}
        isSnapshot={isSnapshot}
        onSwitch={setIsSnapshot}
      />
      <ShareResult
        world={world}
        choice={isSnapshot ? choice : { ...choice, snapshot: undefined }}
        isSnapshot={isSnapshot}
      />
    </div>
  )
}

function startChoice({ state, faults }: SharedWorld): ShareChoice {
  return {
    snapshot: undefined,
    seed: String(state.scenario.seed),
    includes: {
      time: state.now !== state.scenario.now,
      assumptions: Object.keys(state.assumptions).length > 0,
      faults: faults.length > 0,
      chaos: state.chaos.level > 0,
    },
    to: '',
  }
}

type ShareResultProps = { world: SharedWorld; choice: ShareChoice; isSnapshot: boolean }

/** The link, or what is missing for it. */
function ShareResult({ world, choice, isSnapshot }: ShareResultProps) {
  const missing = findMissing(choice, isSnapshot)
  if (missing !== undefined) {
    return (
      <p class="share-missing" role="alert">
        {missing}
      </p>
    )
  }
  return <LinkFor options={buildShareOptions(choice, world)} />
}

function LinkFor({ options }: { options: OpenLinkOptions }) {
  const { simulator } = useConsole().connection
  const code = writeLiteral(options)
  const link = useRemote(() => simulator.createLink(options), { on: [], inputs: [code] })
  return (
    <section class="stack" aria-label="The link">
      <div class="stack share-made">
        <RemotePanel remote={link} what="the link">
          {({ url, expires }) => (
            <>
              <LinkField link={url} />
              <LinkButtons url={url} code={`const { url } = await simulator.createLink(${code})`} />
              {expires !== null && (
                <p class="share-note">
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

function LinkButtons({ url, code }: { url: string; code: string }) {
  return (
    <div class="row">
      <CopyButton text={url} what="the link">
        Copy link
      </CopyButton>
      <a class="button" href={url} target="_blank" rel="noopener noreferrer">
        Try it
      </a>
      <CopyButton text={code} what="the code">
        Copy code
      </CopyButton>
    </div>
  )
}

function findMissing(choice: ShareChoice, isSnapshot: boolean): string | undefined {
  if (isSnapshot && choice.snapshot === undefined) return 'Take the snapshot first. Then the link appears here.'
  if (!isSnapshot && !isSeed(choice.seed)) return 'The link appears here when the seed is a whole number.'
  return isPage(choice.to) ? undefined : `${choice.to} is not a page: it must begin with http:// or https://.`
}

function LinkField({ link }: { link: string }) {
  return (
    <label class="field">
      <span class="field-label">Link</span>
      <textarea readOnly rows={4} value={link} onFocus={(event) => event.currentTarget.select()} />
    </label>
  )
}
