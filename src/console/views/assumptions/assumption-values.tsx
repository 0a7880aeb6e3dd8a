// The values of an assumption: the named ones, and a field for one of your own.

import type { JSX } from 'preact'
import type { AssumptionEntry } from '../../../client/index.ts'
import { useConsole } from '../../app/console.ts'
import { ValueField } from '../../components/forms/seed-field.tsx'
import { Text } from '../../components/text/text.tsx'

/** The values to choose from. Choosing one takes effect at once. */
export function AssumptionValues({ entry }: { entry: AssumptionEntry }): JSX.Element {
  const { worldActions } = useConsole()
  const { id, value, values, free, question } = entry
  return (
    <fieldset class="stack assumption-values">
      <legend class="visually-hidden">{question}</legend>
      {Object.entries(values).map(([name, meaning]) => (
        <label key={name} class="assumption-choice">
          <input type="radio" name={id} checked={name === value} onChange={() => void worldActions.assume(id, name)} />
          <span>
            <code>{name}</code> <Text most={2000}>{meaning}</Text> <Hints entry={entry} name={name} />
          </span>
        </label>
      ))}
      {free !== null && (
        <ValueField
          key={value}
          label="Another value"
          description={`Allowed: ${free}.`}
          current={Object.hasOwn(values, value) ? null : value}
          action="Use value"
          onUse={(own) => void worldActions.assume(id, own)}
        />
      )}
    </fieldset>
  )
}

function Hints({ entry: { preset, excludes }, name }: { entry: AssumptionEntry; name: string }): JSX.Element {
  const excluded = excludes.filter((each) => each.value === name)
  return (
    <span class="muted">
      {name === preset && '(preset) '}
      {excluded.length > 0 && `Not together with ${excluded.map((each) => `${each.id} = ${each.other}`).join(' or ')}.`}
    </span>
  )
}
