// Builds a fault of any kind.

import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { FaultUse, Issue } from '../../../../entries/client/index.ts'
import { Button } from '../../components/controls/button.tsx'
import { Dialog } from '../../components/controls/dialog.tsx'
import { Labelled } from '../../components/forms/labelled.tsx'
import { SchemaForm } from '../../components/forms/schema-form.tsx'
import { buildInitial } from '../../components/forms/schema-kinds.ts'
import { RemotePanel } from '../../components/panels.tsx'
import { useConsole } from '../../page/console.ts'
import type { Handling } from '../../store/actions/actions.ts'
import type { FieldSchema, Schemas } from '../../store/api.ts'
import type { FaultDefinition } from './fault-actions.ts'

export interface FaultFormProps {
  start?: Partial<FaultUse>
  verb: string
  onSubmit: (fault: FaultDefinition, handling: Handling) => Promise<unknown>
  /** Called when that was done. Without it, the form begins anew. */
  onDone?: () => void
}

/** A form for a fault: its effect and settings, the requests that it applies to, and how often. */
export function FaultForm(props: FaultFormProps) {
  const { world } = useConsole()
  return (
    <RemotePanel remote={world.schemas} what="the effects">
      {(schemas) => <Form {...props} schemas={schemas} />}
    </RemotePanel>
  )
}

export function FaultDialog(props: FaultFormProps & { title: string; onDone: () => void }) {
  return (
    <Dialog title={props.title} isWide onClose={props.onDone}>
      <FaultForm {...props} />
    </Dialog>
  )
}

type Draft = Readonly<Record<string, unknown>>

interface FormProps extends FaultFormProps {
  readonly schemas: Schemas
}

function Form({ schemas, start, verb, onSubmit, onDone }: FormProps) {
  const [draft, setDraft] = useState<Draft>(() => startDraft(schemas, start))
  const [issues, setIssues] = useState<readonly Issue[]>([])
  const form = useRef<HTMLDivElement>(null)
  const kind = String((draft.effect as { kind?: unknown } | undefined)?.kind)
  const effect = findEffect(schemas, kind)
  const change = (next: Draft) => {
    setDraft(next)
    setIssues([])
  }
  const shown = useRef(draft)
  shown.current = draft
  // By the next frame, somebody may have begun to type elsewhere.
  const select = (place: 0 | -1) => queueMicrotask(() => selectNumber(form.current, place))
  // With keys, the next choice may be what somebody wants.
  const goOn = (place: 0 | -1) => !document.documentElement.hasAttribute('data-keys') && select(place)
  // A dialog is open before the effects are known, so `autofocus` would come too late.
  useLayoutEffect(() => {
    if (start) select(start.times === undefined ? 0 : -1)
  }, [])
  const choose = (chosen: string) => {
    change({ ...draft, effect: startEffect(schemas, chosen) })
    goOn(0)
  }
  const edit = (next: Draft) => {
    change(next)
    if (next.operation !== draft.operation) goOn(-1)
  }
  const submit = async () => {
    setIssues([])
    // A draft has the form of a fault; what is missing or wrong, the server says.
    const fault = draft as unknown as FaultDefinition
    const done = await onSubmit(fault, { onFailure: (error) => setIssues(error.issues) })
    if (done === undefined) return
    if (onDone !== undefined) return onDone()
    // Somebody may have begun the next fault before the response arrived.
    if (shown.current !== draft) return
    setDraft(startDraft(schemas, { effect: { kind } as FaultUse['effect'] }))
    goOn(0)
  }
  return (
    <div ref={form} class="stack fault-form">
      <EffectChoice schemas={schemas} kind={kind} onChoose={choose} />
      <SchemaForm
        key={kind}
        label="Fault"
        schema={buildFaultSchema(schemas, effect)}
        value={draft}
        onChange={(next) => edit(next as Draft)}
        onSubmit={submit}
        issues={issues}
      >
        <div class="row">
          <Button kind="primary" type="submit" data-adds>
            {verb}
          </Button>
          {onDone && <Button onClick={onDone}>Cancel</Button>}
        </div>
      </SchemaForm>
    </div>
  )
}

/** Selects the first number that is set, such as a duration, or the last one: how often it applies. */
function selectNumber(form: HTMLElement | null, place: 0 | -1): void {
  const fields = [...(form?.querySelectorAll<HTMLInputElement>('[inputmode]') ?? [])]
  const field = place === 0 ? fields.find(({ value }) => value !== '') : fields.at(-1)
  field?.focus({ preventScroll: true })
  field?.select()
}

type ChoiceProps = { schemas: Schemas; kind: string; onChoose: (kind: string) => void }

function EffectChoice({ schemas, kind, onChoose }: ChoiceProps) {
  const { description = '', operations } = findEffect(schemas, kind) ?? {}
  const all = operations ?? []
  const names = all.length > MOST_NAMED ? `${all.length} operations` : all.join(', ')
  const only = names && ` It applies to ${names} only.`
  return (
    <Labelled label="What happens" description={description + only}>
      {(control) => (
        <select {...control} value={kind} onChange={(event) => onChoose(event.currentTarget.value)}>
          {schemas.effects.map((each) => (
            <option key={each.kind} value={each.kind}>
              {each.title}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

const MOST_NAMED = 4
const MOST_UNGROUPED = 10

// The requests that it applies to stand beside its effect.
function startDraft(schemas: Schemas, start: Partial<FaultUse> = {}): Draft {
  const { match, effect, ...rest } = start
  const kind = effect?.kind ?? schemas.effects[0]?.kind ?? ''
  return { ...rest, ...match, effect: { ...startEffect(schemas, kind), ...effect } }
}

function startEffect(schemas: Schemas, kind: string): Draft {
  const schema = findEffect(schemas, kind)?.schema ?? {}
  return { ...(buildInitial(schema, schema) as Draft), kind }
}

function findEffect({ effects }: Schemas, kind: string): Schemas['effects'][number] | undefined {
  return effects.find((each) => each.kind === kind)
}

function buildFaultSchema(schemas: Schemas, effect: ReturnType<typeof findEffect>): FieldSchema {
  const { id, match, ...rest } = schemas.fault
  const { operations } = schemas
  const operation = {
    ...match.properties?.operation,
    enum: operations.map(({ name }) => name),
    groups: operations.length > MOST_UNGROUPED ? operations.map(({ tag }) => tag) : undefined,
  }
  const others = Object.entries({ ...match.properties, id: id ?? {} }).filter(([name]) => name !== 'operation')
  return {
    type: 'object',
    properties: {
      effect: { ...effect?.schema, isInline: true },
      operation,
      ...rest,
      ...Object.fromEntries(others.map(([name, schema]) => [name, { ...schema, isRare: true }])),
    },
    required: ['effect'],
  }
}
