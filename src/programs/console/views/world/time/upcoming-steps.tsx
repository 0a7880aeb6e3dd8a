import type { TargetedKeyboardEvent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { decodeJson } from '../../../../../engine/input/text/decode.ts'
import { withArticle } from '../../../../../engine/input/text/words.ts'
import type { MovedClock, TimelineState } from '../../../../../entries/client/index.ts'
import { type AnyRecord, recordsOf } from '../../../../../entries/client/remote/records-of.ts'
import type { RemoteCollection } from '../../../../../entries/client/remote/remote-simulator.ts'
import { buildFetch } from '../../../../../entries/request-code/fetch-code.ts'
import { Button } from '../../../components/controls/button.tsx'
import { isObject } from '../../../components/forms/schema-kinds.ts'
import { RemotePanel } from '../../../components/panels.tsx'
import { Text } from '../../../components/text/text.tsx'
import { formatNumber } from '../../../format/numbers.ts'
import { useConsole, useRemote } from '../../../page/console.ts'
import { buildHref } from '../../../page/routes.ts'
import type { ResourceDescription, Schemas } from '../../../store/api.ts'
import { buildTry } from '../../../store/request-to-try.ts'
import { hrefOf, idOf } from '../../data/record.ts'
import { sendRequest } from '../../requests/actions/use-send.ts'
import { describeStep, formatBeside, formatSpan, nameStep } from '../words.ts'

const MOST_STEPS = 100

interface UpcomingStepsProps {
  readonly now: string
}

/** What is due from now on. */
export function UpcomingSteps({ now }: UpcomingStepsProps) {
  const { connection, world } = useConsole()
  const { simulator } = connection
  const schemas = world.schemas.data.value
  const creation = schemas && findCreation(schemas)
  const timeline = useRemote(() => simulator.clock.timeline({ limit: MOST_STEPS }), { on: ['clock', 'state'] })
  const next = timeline.data.value?.next
  const isDue = next != null && Date.parse(next) <= Date.parse(now)
  useEffect(() => {
    // The clock runs and has reached the next step, so another one is the next.
    if (isDue) void timeline.refresh()
  }, [isDue, next])
  return (
    <RemotePanel remote={timeline} what="the time line">
      {(known) => (
        <>
          {known.total === 0 && (
            <p class="muted">
              Nothing is due{creation && ` until a client creates ${withArticle(creation.resource.singular)}`}.
            </p>
          )}
          {known.total > 0 && <Steps timeline={known} now={now} />}
          {creation?.example && <Creation resource={creation.resource} />}
          {known.staying.length > 0 && (
            <p class="muted">
              {known.staying
                .map(({ count, resource, state }) => `${formatNumber(count)} ${resource} stay in ${state}`)
                .join(', and ')}{' '}
              until somebody changes them.
            </p>
          )}
        </>
      )}
    </RemotePanel>
  )
}

interface StepsProps {
  readonly timeline: TimelineState
  readonly now: string
}

function Steps({ timeline, now }: StepsProps) {
  const { worldActions } = useConsole()
  const { entries, total } = timeline
  return (
    <section class="stack" aria-label="What will happen">
      <Next entry={entries[0]} now={now} />
      <div>
        <TimeLine
          now={now}
          entries={entries.map((entry) => ({ due: entry.due, title: `${nameStep(entry)} ${describeStep(entry)}` }))}
          onGo={worldActions.setClock}
        />
        <p class="row spread muted" aria-hidden="true">
          <span>now</span>
          <span>{formatBeside(entries.at(-1)?.due ?? now, now)}</span>
        </p>
      </div>
      <StepList label="What will happen" now={now} steps={entries} onGo={worldActions.setClock} />
      {total > entries.length && (
        <p class="muted">
          The first {entries.length} of {formatNumber(total)} steps are shown.
        </p>
      )}
    </section>
  )
}

type NextProps = { entry: TimelineState['entries'][number] | undefined; now: string }

function Next({ entry, now }: NextProps) {
  const { worldActions } = useConsole()
  if (entry === undefined) return null
  const span = formatSpan(Date.parse(entry.due) - Date.parse(now))
  return (
    <div class="row">
      <Button onClick={worldActions.goToNext}>Go to the next step</Button>
      <span>
        <Text>{nameStep(entry)}</Text>: <Text>{describeStep(entry)}</Text> in {span}.
      </span>
    </div>
  )
}

/** Finds what a client can create here so that something happens by itself afterwards. */
function findCreation({ resources, operations, service }: Schemas) {
  const isMain = ({ name }: ResourceDescription) => name === service.mainResource
  const found = resources
    .filter(({ states }) => states !== null)
    .sort((one, other) => Number(isMain(other)) - Number(isMain(one)))
    .flatMap((resource) => {
      const operation = operations.find(({ name }) => name === resource.create?.operation)
      return operation === undefined ? [] : [{ resource, example: operation.example }]
    })
  return found[0]
}

interface CreationProps {
  readonly resource: ResourceDescription
}

function Creation({ resource }: CreationProps) {
  const create = useCreation(resource)
  return (
    <div class="row">
      <Button onClick={create}>Create {withArticle(resource.singular)} as a client</Button>
    </div>
  )
}

/** Returns a function that sends the example of a creation to the service. What follows from it is due then. */
function useCreation({ name: resource, singular }: ResourceDescription): () => Promise<unknown> {
  const { connection, actions, toasts } = useConsole()
  const { simulator, serviceUrl } = connection
  return async () => {
    toasts.show({ title: `Creating ${withArticle(singular)} …`, kind: 'busy' })
    // The example of a moment ago may name what is gone.
    const schemas = await simulator.schemas()
    const example = findCreation(schemas)?.example
    if (example == null) return toasts.show({ title: `This world has nothing to create ${withArticle(singular)} from` })
    const records = recordsOf(simulator, resource)
    const { name, body } = await chooseFreeName(example.body, records)
    const { headers, ...request } = { ...buildTry(example.target, schemas, serviceUrl), method: 'POST', body }
    const sent = {
      ...request,
      headers: example.type === null ? headers : [...headers, ['content-type', example.type] as const],
    }
    return actions.run({
      title: ['Create', 'Created', `the ${singular}${name === undefined ? '' : ` ${name}`}`],
      async run() {
        const { status, text } = await sendRequest(sent)
        const record = decodeJson(text)
        const id = isObject(record) ? idOf(record) : undefined
        if (id === undefined) throw new Error(`The service responded with ${status ?? 'nothing'}. ${text}`)
        return id
      },
      undo: (id) => records.delete(id),
      describe(id) {
        const href = hrefOf(resource, id)
        const edit = { title: 'Edit', run: () => location.assign(`${href}?new=yes`) }
        return { code: buildFetch(sent).trim(), href, choices: [edit] }
      },
    })
  }
}

/** Gives the record of a body a name that no other one has, if it has one. */
async function chooseFreeName(body: string | null, records: RemoteCollection<AnyRecord, AnyRecord>) {
  const fields = decodeJson(body ?? '')
  const { name: wanted } = isObject(fields) ? fields : {}
  if (typeof wanted !== 'string') return { body }
  const taken = async (name: string) => (await records.page({ where: { name }, limit: 1 })).total > 0
  let name = wanted
  for (let count = 2; await taken(name); count += 1) name = `${wanted}-${count}`
  return { name, body: JSON.stringify({ ...(fields as object), name }) }
}

type ListedStep = TimelineState['entries'][number] | MovedClock['happened']['entries'][number]

interface StepListProps {
  label: string
  steps: readonly ListedStep[]
  now: string
  onGo?: (time: string) => unknown
}

const timeOf = (step: ListedStep): string => ('due' in step ? step.due : step.at)

const MOST_AT_FIRST = 5

export function StepList({ label, steps, now, onGo }: StepListProps) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? steps : steps.slice(0, MOST_AT_FIRST)
  return (
    <>
      <ul class="steps lined" aria-label={label}>
        {shown.map((step) => (
          <li key={`${timeOf(step)} ${step.resource} ${step.id}`}>
            <time dateTime={timeOf(step)}>{formatBeside(timeOf(step), now)}</time>
            <span class="step-text">
              {step.removes ? (
                <Text>{nameStep(step)}</Text>
              ) : (
                <a href={step.resource === 'faults' ? buildHref({ view: 'faults' }) : hrefOf(step.resource, step.id)}>
                  <Text>{nameStep(step)}</Text>
                </a>
              )}{' '}
              <Text>{describeStep(step)}</Text>
            </span>
            {onGo && (
              <Button
                aria-label={`Go there: ${formatBeside(timeOf(step), now)}, ${nameStep(step)}`}
                onClick={() => void onGo(timeOf(step))}
              >
                Go there
              </Button>
            )}
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

type UpcomingEntry = { readonly due: string; readonly title: string }
type TimeLineProps = { now: string; entries: readonly UpcomingEntry[]; onGo: (due: string) => void }

function TimeLine({ now, entries, onGo }: TimeLineProps) {
  return (
    <div class="time-line" role="toolbar" aria-label="What is due">
      {groupByPlace(now, entries).map(({ place, due, titles }, index) => (
        <button
          key={due}
          type="button"
          style={{ left: `${place}%` }}
          title={titles.join('\n')}
          aria-label={`${titles.slice(0, 3).join(', ')}, ${due.slice(11, 19)}. Go there`}
          tabIndex={index && -1}
          onKeyDown={moveTick}
          onClick={() => onGo(due)}
        >
          {titles[1] && titles.length}
        </button>
      ))}
    </div>
  )
}

function moveTick({ key, currentTarget: tick }: TargetedKeyboardEvent<HTMLElement>): void {
  const next = { ArrowRight: tick.nextElementSibling, ArrowLeft: tick.previousElementSibling }[key]
  if (next instanceof HTMLElement) next.focus()
}

// Ticks are so far from each other, in per cent.
const STEP = 3

function groupByPlace(now: string, entries: TimeLineProps['entries']) {
  const start = Date.parse(now)
  const length = Date.parse(entries.at(-1)?.due ?? '') - start || 1
  const ticks: { place: number; due: string; titles: string[] }[] = []
  for (const { due, title } of entries) {
    const place = Math.floor(((Date.parse(due) - start) * 98) / length / STEP) * STEP + 1
    const last = ticks.at(-1)
    // Going to a group makes all of it happen.
    if (last?.place === place) Object.assign(last, { due, titles: [...last.titles, title] })
    else ticks.push({ place, due, titles: [title] })
  }
  return ticks
}
