// What somebody who presents can do with one key, for those who do not remember the keys.

import type { JSX } from 'preact'
import { Button } from '../components/button.tsx'
import { Text } from '../components/text.tsx'
import { useConsole } from './console.ts'
import { listPresenterKeys } from './presenter-keys.ts'

/** The keys of a presentation, as buttons. */
export function PresenterBar(): JSX.Element | null {
  const shared = useConsole()
  if (!shared.theme.isPresenting.value) return null
  return (
    <div class="presenter-bar" role="toolbar" aria-label="Presentation">
      {listPresenterKeys(shared, shared.world.scenarios.data.value).map(({ keys, short, title, run }) => (
        <Button key={keys} keys={keys} title={title} onClick={run}>
          <kbd>{keys === ' ' ? 'Space' : keys.slice(0, 3)}</kbd> <Text most={40}>{short}</Text>
        </Button>
      ))}
    </div>
  )
}
