// The faults that can still apply, and what they have done so far.

import type { JSX } from 'preact'
import type { FaultUse } from '../../../client/index.ts'
import { buildHref } from '../../app/routes.ts'
import { formatNumber } from '../../components/bars.tsx'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Panel } from '../../components/panel.tsx'
import { RemotePanel } from '../../components/remote-panel.tsx'
import { capitalize } from '../../components/schema-kinds.ts'
import { Text } from '../../components/text.tsx'
import { useFaultActions } from './fault-actions.ts'
import { describeLimits, describeMatch } from './fault-words.ts'
import { useFaults } from './use-faults.ts'

/** The active faults, in the order in which they apply. */
export function ActiveFaults(): JSX.Element {
  const faults = useFaults()
  const actions = useFaultActions()
  const list = faults.data.value ?? []
  return (
    <Panel
      title="Active faults"
      actions={list.length > 0 && <Button onClick={() => void actions.clear(list)}>Remove all</Button>}
    >
      <RemotePanel remote={faults} what="the faults">
        {(all) =>
          all.length === 0 ? (
            <EmptyState title="No faults">Add one above or below.</EmptyState>
          ) : (
            <>
              {all.length > 1 && <p>They apply in this order, until one responds itself.</p>}
              <ol class="fault-list">
                {all.map((fault) => (
                  <FaultItem key={fault.id} fault={fault} onRemove={() => void actions.remove(fault)} />
                ))}
              </ol>
            </>
          )
        }
      </RemotePanel>
    </Panel>
  )
}

function FaultItem({ fault, onRemove }: { fault: FaultUse; onRemove: () => void }): JSX.Element {
  const limits = describeLimits(fault)
  return (
    <li class="fault-item">
      <div>
        <strong class="faulted">
          <Text most={200}>{capitalize(fault.description)}</Text>
        </strong>
        <div>
          <Text most={300}>{describeMatch(fault)}</Text>
          {limits !== '' && `, ${limits}`}
        </div>
        <div class="muted">
          <Text most={60}>{fault.id}</Text>: <Applications fault={fault} />
        </div>
      </div>
      <Button onClick={onRemove} aria-label={`Remove the fault ${fault.id}`}>
        Remove
      </Button>
    </li>
  )
}

function Applications({ fault: { applied, lastRequest, coveredBy } }: { fault: FaultUse }): JSX.Element {
  if (coveredBy !== null)
    return (
      <>
        never applies, because <Text most={60}>{coveredBy}</Text> responds first
      </>
    )
  if (applied === 0) return <>not applied yet</>
  return (
    <>
      applied {applied === 1 ? 'once' : `${formatNumber(applied)} times`}
      {lastRequest !== null && (
        <>
          , last to <a href={buildHref({ view: 'requests', path: [String(lastRequest)] })}>request {lastRequest}</a>
        </>
      )}
    </>
  )
}
