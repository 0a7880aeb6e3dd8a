// A button, with the key that does the same.

import type { ButtonHTMLAttributes, ComponentChildren, Ref } from 'preact'

export interface ButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'class' | 'ref' | 'children' | 'type' | 'disabled'> {
  children: ComponentChildren
  kind?: 'normal' | 'primary' | 'danger' | 'quiet' | undefined
  type?: 'button' | 'submit'
  disabled?: boolean | undefined
  /** The key that does the same, as in the key map. */
  keys?: string | undefined
  /** Whether it is on, for a button that switches something. */
  isPressed?: boolean | undefined
  buttonRef?: Ref<HTMLButtonElement>
  /** Whether it adds to a list: when the last one in it is removed, it gets the focus. */
  'data-adds'?: boolean
}

export function Button({
  children,
  kind = 'normal',
  keys,
  isPressed,
  buttonRef,
  type = 'button',
  ...rest
}: ButtonProps) {
  const kindClass = kind === 'normal' ? '' : ` button-${kind}`
  return (
    <button
      {...rest}
      ref={buttonRef ?? null}
      aria-keyshortcuts={keys?.replace('Mod', 'Control')}
      aria-pressed={isPressed}
      type={type}
      class={`button${kindClass}`}
    >
      {children}
    </button>
  )
}

type CloseButtonProps = { what: string; onClose: () => void; keys?: string; buttonRef?: Ref<HTMLButtonElement> }

/** The button in the upper corner of a panel. */
export function CloseButton({ what, onClose, ...rest }: CloseButtonProps) {
  const name = `Close ${what}`
  const title = rest.keys === undefined ? name : `${name} (${rest.keys})`
  return (
    <Button {...rest} kind="quiet" aria-label={name} title={title} onClick={onClose}>
      ✕
    </Button>
  )
}
