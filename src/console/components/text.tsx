// Texts from elsewhere: isolated, with control characters visible, and cut if they are long.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { hasHidden, splitAtHidden } from '../../core/hidden-characters.ts'
import { Button } from './button.tsx'

export interface TextProps {
  children: string
  /** How many characters are shown at first. */
  most?: number
  /** Whether the rest can be shown with a button. Leave it out in rows. */
  canExpand?: boolean
}

/** A text from elsewhere. It can neither change the direction nor the layout of what is around it. */
export function Text({ children, most = 200, canExpand = false }: TextProps): JSX.Element {
  const [isWhole, setWhole] = useState(false)
  const isCut = !isWhole && children.length > most
  const shown = isCut ? cut(children, most) : children
  return (
    <bdi class="hostile">
      {hasHidden(shown) ? reveal(shown) : shown}
      {isCut && '…'}
      {isCut && canExpand && (
        <Button kind="quiet" onClick={() => setWhole(true)}>
          Show all {children.length.toLocaleString('en')} characters
        </Button>
      )}
    </bdi>
  )
}

/** Cuts a text, but not within a pair of surrogates. */
function cut(text: string, most: number): string {
  const last = text.charCodeAt(most - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most)
}

function reveal(text: string): (string | JSX.Element)[] {
  return splitAtHidden(text).map((part, index) =>
    index % 2 === 1 ? (
      <span class="control-character" title={nameOf(part)}>
        {nameOf(part)}
      </span>
    ) : (
      part
    ),
  )
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
