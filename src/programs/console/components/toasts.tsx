import { useLayoutEffect, useRef } from 'preact/hooks'
import { useConsole } from '../page/console.ts'
import type { Toast } from '../store/toast-list.ts'
import { Button, CloseButton } from './controls/button.tsx'
import { CopyButton } from './controls/copy-button.tsx'
import { Text } from './text/text.tsx'

interface ToastPlaceProps {
  readonly dialog?: number
}

/**
 * The message about what was done last. It stays while the pointer or the focus is on it. In a dialog, it is the end
 * of what scrolls there, so it covers nothing.
 *
 * @param dialog the number of the dialog that it is in; 0 for the page. Only the last one shows it.
 */
export function ToastPlace({ dialog = 0 }: ToastPlaceProps) {
  const { toasts } = useConsole()
  const toast = toasts.dialogs.value === dialog ? toasts.shown.value : undefined
  const place = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = place.current
    if (dialog > 0) return
    // Shown anew, so that it is above everything that was opened meanwhile.
    element?.hidePopover()
    if (toast !== undefined) element?.showPopover()
  }, [toast])
  return (
    <section
      ref={place}
      popover={dialog === 0 ? 'manual' : undefined}
      class="toasts"
      aria-label="Messages"
      onMouseEnter={() => toasts.keepOpen(true)}
      onMouseLeave={() => toasts.keepOpen(false)}
      onFocusIn={() => toasts.keepOpen(true)}
      onFocusOut={() => toasts.keepOpen(false)}
    >
      {toast !== undefined && <ToastCard toast={toast} close={toasts.close} />}
    </section>
  )
}

interface ToastCardProps {
  readonly toast: Toast
  readonly close: () => void
}

function ToastCard({ toast, close }: ToastCardProps) {
  const { title, kind = 'done', details, href, code, choices = [] } = toast
  return (
    <div class={`row toast toast-${kind}`}>
      <strong>{href === undefined ? <Text>{title}</Text> : <a href={href}>{title}</a>}</strong>
      {kind === 'busy' && <progress aria-label={title} />}
      {details !== undefined && <span class="toast-details">{details}</span>}
      {choices.map((choice) => (
        <Button
          key={choice.title}
          keys={choice.keys}
          onClick={() => {
            close()
            choice.run()
          }}
        >
          {choice.title} {choice.keys && <kbd>{choice.keys}</kbd>}
        </Button>
      ))}
      {code && (
        <details>
          <summary>Code</summary>
          <code class="toast-details">{code}</code> <CopyButton text={code} what="the code" />
        </details>
      )}
      <CloseButton what={`the message ${title}`} onClose={close} />
    </div>
  )
}
