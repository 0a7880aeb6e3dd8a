import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { FaultUse } from '../../../../entries/client/index.ts'
import { Button } from '../../components/controls/button.tsx'
import { startWithCapital } from '../../components/forms/schema-kinds.ts'
import { EmptyState, Panel, RemotePanel } from '../../components/panels.tsx'
import { Text } from '../../components/text/text.tsx'
import { formatNumber } from '../../format/numbers.ts'
import { useConsole } from '../../page/console.ts'
import { buildHref } from '../../page/routes.ts'
import {
  describeLimits,
  describeMatch,
  type FaultDefinition,
  isNumber,
  putBack,
  toDefinition,
  useFaultActions,
  useFaults,
} from './fault-actions.ts'
import { FaultDialog } from './fault-form.tsx'

/** The active faults, in the order in which they apply, and below them those that are off. */
export function ActiveFaults() {
  const { faultsOff } = useConsole()
  const faults = useFaults()
  const actions = useFaultActions()
  const list = faults.data.value ?? []
  return (
    <Panel
      title="Active faults"
      actions={list.length > 0 && <Button onClick={() => void actions.clear()}>Remove all</Button>}
    >
      <RemotePanel remote={faults} what="the faults">
        {(active) => <FaultList all={putBack(active, faultsOff.value)} />}
      </RemotePanel>
    </Panel>
  )
}

interface FaultListProps {
  readonly all: readonly (FaultUse | FaultDefinition)[]
}

function FaultList({ all }: FaultListProps) {
  if (all.length === 0)
    return <EmptyState title="No faults">Every request gets the response of the service.</EmptyState>
  return (
    <>
      {all.length > 1 && <p>They apply in this order, until one responds itself.</p>}
      <ol class="lined">
        {all.map((fault, place) =>
          'applied' in fault ? (
            <FaultItem key={fault.id} fault={fault} isFirst={place === 0} isLast={place === all.length - 1} />
          ) : (
            <OffItem key={fault.id} fault={fault} />
          ),
        )}
      </ol>
    </>
  )
}

interface FaultItemProps {
  readonly fault: FaultUse
  readonly isFirst: boolean
  readonly isLast: boolean
}

function FaultItem({ fault, isFirst, isLast }: FaultItemProps) {
  const actions = useFaultActions()
  const [isEditing, setEditing] = useState(false)
  const { id } = fault
  const limits = describeLimits(fault)
  return (
    <li class="stack tight fault-item">
      <Switch fault={fault} isOn>
        <strong class="faulted">
          <Text>{startWithCapital(fault.description)}</Text>
        </strong>
      </Switch>
      <div>
        <Text>{describeMatch(fault)}</Text>
        {limits !== '' && `, ${limits}`}
      </div>
      <div class="muted">
        {/* A number says nothing to people. */}
        {!isNumber(id) && <Text>{`${id}: `}</Text>}
        <Applications fault={fault} />
      </div>
      <div class="row">
        <Button aria-label={`Edit the fault ${id}`} onClick={() => setEditing(true)}>
          Edit
        </Button>
        <Button aria-label={`Move the fault ${id} up`} disabled={isFirst} onClick={() => void actions.move(fault, -1)}>
          ↑
        </Button>
        <Button aria-label={`Move the fault ${id} down`} disabled={isLast} onClick={() => void actions.move(fault, 1)}>
          ↓
        </Button>
        <RemoveButton fault={fault} />
      </div>
      {isEditing && (
        <FaultDialog
          title="Edit the fault"
          start={toDefinition(fault)}
          verb="Save"
          onSubmit={(next, handling) => actions.edit(fault, next, handling)}
          onDone={() => setEditing(false)}
        />
      )}
    </li>
  )
}

interface FaultProps {
  readonly fault: FaultDefinition
}

function OffItem({ fault }: FaultProps) {
  const { match = {}, effect } = fault as Partial<FaultUse>
  return (
    <li class="stack tight fault-item muted">
      <Switch fault={fault} isOn={false}>
        <Text>{`Off: ${effect?.kind}`}</Text>
      </Switch>
      <Text>{describeMatch({ match })}</Text>
      <div class="row">
        <RemoveButton fault={fault} />
      </div>
    </li>
  )
}

interface SwitchProps {
  readonly fault: FaultDefinition
  readonly isOn: boolean
  readonly children: ComponentChildren
}

function Switch({ fault, isOn, children }: SwitchProps) {
  const { turn } = useFaultActions()
  const change = () => void turn(fault, isOn ? 'off' : 'on')
  return (
    <label class="row">
      <input type="checkbox" checked={isOn} aria-label={`The fault ${fault.id} is on`} onChange={change} />
      {children}
    </label>
  )
}

function RemoveButton({ fault }: FaultProps) {
  const { remove } = useFaultActions()
  return (
    <Button aria-label={`Remove the fault ${fault.id}`} onClick={() => void remove(fault)}>
      Remove
    </Button>
  )
}

interface ApplicationsProps {
  readonly fault: FaultUse
}

function Applications({ fault: { applied, lastRequest, coveredBy } }: ApplicationsProps) {
  if (coveredBy !== null) return <Text>{`never applies, because ${coveredBy} responds first`}</Text>
  if (applied === 0) return <>not applied yet</>
  return (
    <>
      applied {applied === 1 ? 'once' : `${formatNumber(applied)} times`}
      {lastRequest !== null && ', last to '}
      {lastRequest !== null && (
        <a href={buildHref({ view: 'requests', path: [String(lastRequest)] })}>request {lastRequest}</a>
      )}
    </>
  )
}
