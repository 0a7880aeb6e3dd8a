import { useEffect, useState } from 'preact/hooks'
import { parseJson } from '../../../../../engine/input/text/decode.ts'
import type { MovedClock, TimelineState } from '../../../../../entries/client/index.ts'
import type { AnyRecord } from '../../../../../entries/client/remote/records-of.ts'
import { buildFetch } from '../../../../../entries/request-code/fetch-code.ts'
import { TimeLine } from '../../../components/charts/time-line.tsx'
import { Button } from '../../../components/controls/button.tsx'
import { RemotePanel } from '../../../components/panels.tsx'
import { Text } from '../../../components/text/text.tsx'
import { formatNumber } from '../../../format/numbers.ts'
import { useConsole, useRemote } from '../../../page/console.ts'
import { buildHref } from '../../../page/routes.ts'
import { findFreeName } from '../../../store/actions/world-actions.ts'
import { hrefOf } from '../../data/record.ts'
import { sendRequest } from '../../requests/actions/use-send.ts'
import { describeStep, formatBeside, formatSpan, nameStep } from '../words.ts'

const MOST_STEPS = 100

/** What is due from now on. */
export function UpcomingSteps({ now }: { now: string }) {
  const { connection, world } = useConsole()
  const { simulator } = connection
  const create = useCreation()
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
          {known.total === 0 && <p class="muted">Nothing is due until a client deploys something.</p>}
          {known.total > 0 && <Steps timeline={known} now={now} />}
          {/* Without a repository, there is nothing to deploy. */}
          {world.state.data.value?.counts.repositories !== 0 && (
            <div class="row">
              <Button onClick={create}>Create a deployment as a client</Button>
            </div>
          )}
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

function Steps({ timeline, now }: { timeline: TimelineState; now: string }) {
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

/** The part of the service's document that is read. It has no `post` if the assumptions leave creations out. */
interface Documented {
  readonly paths: Record<typeof PATH, { post?: { requestBody: { content: Record<typeof TYPE, { example: object }> } } }>
}

const PATH = '/v2/deployments'
const NAME = 'checkout-api'
const TYPE = 'application/json'
const HEADERS = [
  ['content-type', TYPE],
  ['x-api-key', 'any'],
] as const

/** Returns a function that sends the example of a creation to the service. What follows from it is due then. */
function useCreation(): () => Promise<unknown> {
  const { connection, actions, toasts } = useConsole()
  const { simulator, serviceUrl } = connection
  return async () => {
    // Its document takes the server a moment.
    toasts.show({ title: 'Create a deployment …', kind: 'busy' })
    const [{ paths }, { body: similar }] = await Promise.all([
      simulator.openapi() as unknown as Promise<Documented>,
      simulator.ask({ path: PATH, query: `name_contains=${NAME}&limit=100` }),
    ])
    // A second deployment needs a name of its own.
    const name = findFreeName(NAME, similar.match(/checkout-api[\w-]*/g) ?? [])
    const body = JSON.stringify({ ...paths[PATH].post?.requestBody.content[TYPE].example, name })
    const request = { method: 'POST', url: serviceUrl + PATH, headers: HEADERS, body, lacksBody: false }
    return actions.run({
      title: ['Create', 'Created', `the deployment ${name}`],
      async run() {
        const { status, text } = await sendRequest(request)
        const record = parseJson(text) as AnyRecord | undefined
        if (record?.id === undefined) throw new Error(`The service responded with ${status ?? 'nothing'}. ${text}`)
        return String(record.id)
      },
      undo: (id) => simulator.db.deployments.delete(id),
      describe(id) {
        const href = hrefOf('deployments', id)
        const edit = { title: 'Edit', run: () => location.assign(`${href}?new=yes`) }
        return { code: buildFetch(request).trim(), href, choices: [edit] }
      },
    })
  }
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
