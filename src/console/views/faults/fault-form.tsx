// Builds a fault of any kind, and says which of the past requests it would have matched.

import type { JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import type { FaultInput, FaultUse, Issue } from '../../../client/index.ts'
import { useConsole } from '../../app/console.ts'
import { Button } from '../../components/button.tsx'
import { Panel } from '../../components/panel.tsx'
import { RemotePanel } from '../../components/remote-panel.tsx'
import { SchemaForm } from '../../components/schema-form.tsx'
import { buildInitial } from '../../components/schema-kinds.ts'
import type { JsonSchema, Schemas } from '../../store/api.ts'
import { useFaultActions } from './fault-actions.ts'
import { FaultMatches } from './fault-matches.tsx'

/** A form for a fault: its effect and settings, the requests that it applies to, and how often. */
export function FaultForm(): JSX.Element {
  const { world } = useConsole()
  return (
    <Panel title="Add a fault">
      <RemotePanel remote={world.schemas} what="the effects">
        {(schemas) => <Form schemas={schemas} />}
      </RemotePanel>
    </Panel>
  )
}

type EffectDescription = Schemas['effects'][number]

type Draft = Readonly<Record<string, unknown>>

function Form({ schemas }: { schemas: Schemas }): JSX.Element {
  const actions = useFaultActions()
  const [draft, setDraft] = useState<Draft>(() => startDraft(schemas, schemas.effects[0]?.kind ?? ''))
  const [issues, setIssues] = useState<readonly Issue[]>([])
  const kind = kindOf(draft)
  const effect = findEffect(schemas, kind)
  const change = (next: Draft) => {
    setDraft(next)
    setIssues([])
  }
  const submit = async () => {
    setIssues([])
    const added = await actions.add(toFault(draft), {
      effect: effect?.title ?? kind,
      onFailure: (error) => setIssues(error.issues),
    })
    if (added !== undefined) change(startDraft(schemas, kind))
  }
  return (
    <div class="fault-form">
      <EffectChoice
        schemas={schemas}
        kind={kind}
        onChoose={(chosen) => change({ ...draft, effect: startDraft(schemas, chosen).effect })}
      />
      <SchemaForm
        key={kind}
        label="Fault"
        schema={buildFaultSchema(schemas, effect)}
        value={draft}
        onChange={(next) => change(next as Draft)}
        onSubmit={submit}
        issues={issues}
      >
        <FaultMatches fault={toFault(draft)} />
        <div class="row">
          <Button kind="primary" type="submit">
            Add fault
          </Button>
        </div>
      </SchemaForm>
    </div>
  )
}

function EffectChoice({
  schemas,
  kind,
  onChoose,
}: {
  schemas: Schemas
  kind: string
  onChoose: (kind: string) => void
}): JSX.Element {
  const id = useId()
  const chosen = findEffect(schemas, kind)
  return (
    <div class="field">
      <label class="field-label" for={id}>
        What happens
      </label>
      <select id={id} value={kind} onChange={(event) => onChoose(event.currentTarget.value)}>
        {schemas.effects.map((each) => (
          <option key={each.kind} value={each.kind}>
            {each.title}
          </option>
        ))}
      </select>
      <span class="field-description">
        {chosen?.description}
        {chosen?.operations && ` It applies to ${describeOperations(chosen.operations)} only.`}
      </span>
    </div>
  )
}

const MOST_NAMED = 4
const MOST_UNGROUPED = 10

function describeOperations(operations: readonly string[]): string {
  return operations.length > MOST_NAMED ? `${operations.length} operations` : operations.join(', ')
}

function startDraft(schemas: Schemas, kind: string): Draft {
  const schema = findEffect(schemas, kind)?.schema ?? {}
  return { effect: { ...(buildInitial(schema, schema) as Draft), kind }, match: {} }
}

function findEffect({ effects }: Schemas, kind: string): EffectDescription | undefined {
  return effects.find((each) => each.kind === kind)
}

function kindOf({ effect }: Draft): string {
  return String((effect as { kind?: unknown } | undefined)?.kind)
}

// Drafts have the form of a fault; what is missing or wrong, the server says.
function toFault(draft: Draft): FaultInput & Pick<FaultUse, 'match'> {
  return draft as unknown as FaultInput & Pick<FaultUse, 'match'>
}

function buildFaultSchema(schemas: Schemas, effect: EffectDescription | undefined): JsonSchema {
  const { id, match, ...rest } = schemas.fault
  const settings = effect?.schema ?? {}
  const hasSettings = Object.keys(settings.properties ?? {}).some((name) => name !== 'kind')
  const { operations } = schemas
  const operation = {
    ...match.properties?.operation,
    enum: operations.map(({ name }) => name),
    groups: operations.length > MOST_UNGROUPED ? operations.map(({ tag }) => tag) : undefined,
  }
  return {
    type: 'object',
    properties: {
      ...(hasSettings ? { effect: { ...settings, title: 'Settings' } } : {}),
      match: { ...match, title: 'Which requests', properties: { ...match.properties, operation } },
      ...rest,
      id: id ?? {},
    },
    required: ['effect', 'match'],
  }
}
