// A demo link: what it does, and copying it.

import type { JSX } from 'preact'
import type { OpenLinkOptions } from '../../../../client/index.ts'
import { useConsole, useRemote } from '../../../app/console.ts'
import { CopyButton } from '../../../components/controls/copy-button.tsx'
import { isSeed } from '../../../components/forms/seed-field.tsx'
import { RemotePanel } from '../../../components/panels/remote-panel.tsx'
import { writeLiteral } from '../../../copy/literal.ts'
import { formatMoment } from '../words.ts'
import { buildShareOptions, isPage, type ShareChoice, type SharedWorld } from './share-link.ts'

type ShareResultProps = { world: SharedWorld; choice: ShareChoice; isSnapshot: boolean }

/** The link, or what is missing for it. */
export function ShareResult({ world, choice, isSnapshot }: ShareResultProps): JSX.Element {
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

function LinkFor({ options }: { options: OpenLinkOptions }): JSX.Element {
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

function LinkButtons({ url, code }: { url: string; code: string }): JSX.Element {
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

function LinkField({ link }: { link: string }): JSX.Element {
  return (
    <label class="field">
      <span class="field-label">Link</span>
      <textarea readOnly rows={4} value={link} onFocus={(event) => event.currentTarget.select()} />
    </label>
  )
}
