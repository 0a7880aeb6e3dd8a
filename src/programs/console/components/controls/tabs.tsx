// Tabs. Arrows move between them.

import type { ComponentChildren, TargetedKeyboardEvent } from 'preact'
import { useId } from 'preact/hooks'

export interface Tab {
  readonly id: string
  readonly title: string
  /** Rendered only while the tab is chosen. */
  render(): ComponentChildren
}

type TabsProps = { label: string; tabs: readonly Tab[]; chosen: string; onChoose: (id: string) => void }

export function Tabs({ label, tabs, chosen, onChoose }: TabsProps) {
  const stem = useId()
  const current = tabs.find(({ id }) => id === chosen) ?? tabs[0]
  const move = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined || current === undefined) return
    const next = tabs[(tabs.indexOf(current) + step + tabs.length) % tabs.length]
    if (next === undefined) return
    event.preventDefault()
    onChoose(next.id)
    document.getElementById(`${stem}-${next.id}`)?.focus()
  }
  return (
    <div>
      <div class="tab-list" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(({ id, title }) => (
          <button
            key={id}
            id={`${stem}-${id}`}
            class="tab"
            type="button"
            role="tab"
            aria-selected={id === current?.id}
            aria-controls={id === current?.id ? `${stem}-panel` : undefined}
            tabIndex={id === current?.id ? 0 : -1}
            onClick={() => onChoose(id)}
          >
            {title}
          </button>
        ))}
      </div>
      {current !== undefined && (
        <div id={`${stem}-panel`} class="tab-panel" role="tabpanel" aria-labelledby={`${stem}-${current.id}`}>
          {current.render()}
        </div>
      )}
    </div>
  )
}
