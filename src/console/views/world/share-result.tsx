// A demo link: what it does, and copying it.

import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { useConsole } from '../../app/console.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { Text } from '../../components/text.tsx'
import { isSeed } from './share-form.tsx'
import { buildShareLink, buildShareOptions, describeLink, type ShareChoice, type SharedWorld } from './share-link.ts'
import { checkTarget } from './share-target.ts'

// What the server accepts in one line of a request.
const MOST_CHARACTERS = 12_000

export interface ShareResultProps {
  world: SharedWorld
  choice: ShareChoice
  isSnapshot: boolean
}

/** The link, or what is missing for it. */
export function ShareResult({ world, choice, isSnapshot }: ShareResultProps): JSX.Element {
  const { connection } = useConsole()
  const missing = findMissing(choice, isSnapshot, connection.serverUrl)
  if (missing !== undefined) return <p class="share-missing">{missing}</p>
  const options = buildShareOptions(choice, world)
  const { link, code } = buildShareLink(connection.serverUrl, options)
  return (
    <section class="stack" aria-label="The link">
      <LinkField link={link} />
      <div class="row">
        <CopyButton text={link} what="the link">
          Copy link
        </CopyButton>
        <a class="button" href={link} target="_blank" rel="noopener noreferrer">
          Try it
        </a>
        <CopyButton text={`import { buildOpenLink } from 'deploymock/client'\n\n${code}`} what="the code">
          Copy code
        </CopyButton>
      </div>
      {connection.hasToken && (
        <p class="share-note">
          This server requires a token, which a link must not contain. It works only for clients that send the token in
          a header.
        </p>
      )}
      {link.length > MOST_CHARACTERS && <p class="field-issue">The link is too long. Leave something out.</p>}
      <div>
        <h3>What it does</h3>
        <ul class="share-words">
          {describeLink(options).map((sentence) => (
            <li key={sentence}>
              <Text most={400}>{sentence}</Text>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function findMissing(choice: ShareChoice, isSnapshot: boolean, serverUrl: string): string | undefined {
  if (isSnapshot && choice.snapshot === undefined) return 'Take the snapshot first. Then the link appears here.'
  if (!isSnapshot && !isSeed(choice.seed)) return 'The link appears here when the seed is a whole number.'
  const isInvalid = checkTarget(choice.to, serverUrl)?.kind === 'issue'
  return isInvalid ? 'The link appears here when the page it leads to is allowed.' : undefined
}

function LinkField({ link }: { link: string }): JSX.Element {
  const id = useId()
  return (
    <div class="field">
      <label class="field-label" for={id}>
        Link
      </label>
      <textarea
        id={id}
        class="share-link"
        readOnly
        rows={4}
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
    </div>
  )
}
