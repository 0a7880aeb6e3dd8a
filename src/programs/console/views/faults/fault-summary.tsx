import { Button } from '../../components/controls/button.tsx'
import { formatCount, toPercent } from '../../format/numbers.ts'
import { useConsole } from '../../page/console.ts'
import { buildHref } from '../../page/routes.ts'
import { createFaultActions } from './fault-actions.ts'

/** What changes the responses now, with links to it, and a button that ends it. */
export function FaultSummary() {
  const shared = useConsole()
  const { world } = shared
  const state = world.state.data.value
  if (state === undefined) return null
  const loud = { class: 'loud', href: buildHref({ view: 'faults' }) }
  const level = world.chaos.data.value?.level ?? state.chaos.level
  return (
    <>
      {state.faults > 0 && (
        <>
          <a {...loud}>{formatCount(state.faults, 'fault')} on</a>
          <Button kind="quiet" title="Remove all faults" onClick={() => void createFaultActions(shared).clear()}>
            ✕
          </Button>
        </>
      )}
      {level > 0 && <a {...loud}>chaos {toPercent(level)} %</a>}
    </>
  )
}
