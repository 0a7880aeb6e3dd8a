// A button, with the key that does the same.

import type { ButtonHTMLAttributes, ComponentChildren, JSX, Ref } from 'preact'

export interface ButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'class' | 'ref' | 'children' | 'type' | 'disabled'> {
  children: ComponentChildren
  kind?: 'normal' | 'primary' | 'danger' | 'quiet'
  type?: 'button' | 'submit'
  disabled?: boolean | undefined
  /** The key that does the same, as in the key map. */
  keys?: string | undefined
  /** Whether it is on, for a button that switches something. */
  isPressed?: boolean | undefined
  buttonRef?: Ref<HTMLButtonElement>
}

/** A button. */
export function Button({
  children,
  kind = 'normal',
  keys,
  isPressed,
  buttonRef,
  type = 'button',
  ...rest
}: ButtonProps): JSX.Element {
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
