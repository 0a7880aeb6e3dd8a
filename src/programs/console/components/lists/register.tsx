import type { ComponentChildren } from 'preact'
import { useConsole } from '../../page/console.ts'
import { Button } from '../controls/button.tsx'
import { FilterField } from '../forms/filter-field.tsx'
import { EmptyState, Panel } from '../panels.tsx'

interface RegisterProps<Item> {
  title: string
  /** What the list contains, for screen readers. */
  label: string
  search: string
  /** What can be shown, as the route says it. */
  choices: readonly { readonly title: string; readonly show?: string | undefined }[]
  items: readonly Item[]
  render: (item: Item) => ComponentChildren
  empty: string
  all?: string
  actions?: ComponentChildren
}

/** A list whose items open. What is searched for and shown is part of the URL. */
export function RegisterList<Item>(props: RegisterProps<Item>) {
  const { title, label, search, choices, items, render, empty, all, actions } = props
  const { router } = useConsole()
  const { q = '', show } = router.route.value.query
  const showAll = () => router.setQuery({ q: undefined, show: all })
  return (
    <Panel title={title} actions={actions}>
      <div class="row">
        <FilterField label={search} value={q} onChange={(next) => router.setQuery({ q: next })} />
        {choices.map((choice) => (
          <Button
            key={choice.title}
            isPressed={choice.show === show}
            onClick={() => router.setQuery({ show: choice.show })}
          >
            {choice.title}
          </Button>
        ))}
      </div>
      {items.length === 0 ? (
        <EmptyState title={empty} choices={<Button onClick={showAll}>Show all</Button>} />
      ) : (
        <ul class="register" aria-label={label}>
          {items.map(render)}
        </ul>
      )}
    </Panel>
  )
}
