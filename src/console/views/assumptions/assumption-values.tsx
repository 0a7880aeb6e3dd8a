// The values of an assumption: the named ones, and a field for one of your own.

import type { JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import type { AssumptionEntry } from '../../../client/index.ts'
import { useConsole } from '../../app/console.ts'
import { Button } from '../../components/button.tsx'
import { Text } from '../../components/text.tsx'

/** The values to choose from. Choosing one takes effect at once. */
export function AssumptionValues({ entry }: { entry: AssumptionEntry }): JSX.Element {
  const { worldActions } = useConsole()
  const { id, value, values, free, question } = entry
  return (
    <fieldset class="assumption-values">
      <legend class="visually-hidden">{question}</legend>
      {Object.entries(values).map(([name, meaning]) => (
        <label key={name} class="assumption-choice">
          <input type="radio" name={id} checked={name === value} onChange={() => void worldActions.assume(id, name)} />
          <span>
            <code>{name}</code> <Text most={2000}>{meaning}</Text> <Hints entry={entry} name={name} />
          </span>
        </label>
      ))}
      {free !== null && <FreeValue entry={entry} form={free} />}
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

function FreeValue({ entry, form }: { entry: AssumptionEntry; form: string }): JSX.Element {
  const { worldActions } = useConsole()
  const id = useId()
  const isOwn = !Object.hasOwn(entry.values, entry.value)
  const [text, setText] = useState(isOwn ? entry.value : '')
  return (
    <form
      class="field"
      onSubmit={(event) => {
        event.preventDefault()
        if (text !== '') void worldActions.assume(entry.id, text)
      }}
    >
      <label class="field-label" for={id}>
        Another value
      </label>
      <span class="field-description" id={`${id}-description`}>
        Allowed: {form}.
      </span>
      <div class="assumption-free">
        <input
          id={id}
          autocomplete="off"
          spellcheck={false}
          aria-describedby={`${id}-description`}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" disabled={text === '' || text === entry.value}>
          Use value
        </Button>
      </div>
    </form>
  )
}
