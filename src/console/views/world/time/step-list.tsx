// Steps of records, as a list: those to come, or those that happened.

import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { TimelineState } from '../../../../client/index.ts'
import { buildHref } from '../../../app/routes.ts'
import { Button } from '../../../components/controls/button.tsx'
import { Text } from '../../../components/text/text.tsx'
import { describeStep, formatTime, nameStep } from '../words.ts'

export type ListedStep = Omit<TimelineState['entries'][number], 'due'> & { readonly time: string }

export interface StepListProps {
  label: string
  steps: readonly ListedStep[]
  now: string
  /** What follows a step, e.g. a button. */
  renderEnd?: (step: ListedStep) => ComponentChildren
}

const MOST_AT_FIRST = 5

/** A list of steps. The first ones are shown, and the others with a button. */
export function StepList({ label, steps, now, renderEnd }: StepListProps) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? steps : steps.slice(0, MOST_AT_FIRST)
  return (
    <>
      <ul class="steps" aria-label={label}>
        {shown.map((step) => (
          <li key={`${step.time} ${step.resource} ${step.id}`}>
            <time dateTime={step.time}>{formatTime(step.time, now)}</time>
            <span class="step-text">
              {step.removes ? (
                <Text>{nameStep(step)}</Text>
              ) : (
                <a href={buildHref({ view: 'data', path: [step.resource, step.id] })}>
                  <Text>{nameStep(step)}</Text>
                </a>
              )}{' '}
              <Text>{describeStep(step)}</Text>
            </span>
            {renderEnd?.(step)}
          </li>
        ))}
      </ul>
      {steps.length > MOST_AT_FIRST && (
        <Button kind="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${steps.length}`}
        </Button>
      )}
    </>
  )
}
