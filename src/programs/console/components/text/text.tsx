// Texts from elsewhere: isolated, with control characters visible, and cut if they are long.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { splitAtHidden } from '../../../../engine/input/text/hidden-characters.ts'
import { Button } from '../controls/button.tsx'

/** `most`: how many characters are shown at first, and `canExpand`: the rest with a button. Leave it out in rows. */
type TextProps = { children: string; most?: number; canExpand?: boolean }

/** A text from elsewhere. It can neither change the direction nor the layout of what is around it. */
export function Text({ children, most = 200, canExpand = false }: TextProps) {
  const [isWhole, setWhole] = useState(false)
  const isCut = !isWhole && children.length > most
  // Not in the middle of a character.
  const shown = isCut ? children.slice(0, most).replace(/[\ud800-\udbff]$/, '') : children
  return (
    <bdi class="hostile">
      {reveal(shown)}
      {isCut && '…'}
      {isCut && canExpand && (
        <Button kind="quiet" onClick={() => setWhole(true)}>
          Show all {children.length.toLocaleString('en')} characters
        </Button>
      )}
    </bdi>
  )
}

function reveal(text: string): (string | JSX.Element[])[] {
  return splitAtHidden(text).map((part, index) =>
    index % 2 === 0
      ? part
      : Array.from(part, (character, place) => (
          <span key={place} class="control-character">
            U+{character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}
          </span>
        )),
  )
}
