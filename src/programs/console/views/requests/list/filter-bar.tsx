import { Button } from '../../../components/controls/button.tsx'
import { ConfirmButton } from '../../../components/controls/dialog.tsx'
import { Menu } from '../../../components/controls/menu.tsx'
import { FilterField, formatFilter, parseFilter } from '../../../components/forms/filter-field.tsx'
import { formatTime } from '../../../format/request-words.ts'
import { useConsole } from '../../../page/console.ts'
import { saveFile } from '../../../store/files.ts'
import { FILTER_FIELDS, type RowFilter } from './request-list.tsx'

const CHIPS = [
  { title: '4xx', name: 'status', value: '4xx' },
  { title: '5xx', name: 'status', value: '5xx' },
  { title: 'No response', name: 'status', value: 'none' },
  { title: 'Faulted', name: 'fault', value: 'any' },
] as const

const SUGGESTED = ['status=2xx', 'status=4xx', 'status=5xx', 'status=none', 'fault=any']

interface FilterProps {
  readonly filter: RowFilter
}

/** Which requests are shown. All of it is in the URL. */
export function FilterBar({ filter }: FilterProps) {
  const { router, world } = useConsole()
  const text = router.route.value.query.q ?? ''
  const set = (q: string) => router.setQuery({ q })
  // The field may have changed the text since it was rendered.
  const toggle = (name: string, value: string) => set(toggleField(router.route.peek().query.q ?? '', name, value))
  const operations = world.schemas.data.value?.operations ?? []
  const suggestions = [...operations.map(({ name }) => `operation=${name}`), ...SUGGESTED]
  return (
    <div class="row requests-bar">
      <FilterField
        label="Filter requests"
        value={text}
        onChange={set}
        suggestions={suggestions}
        placeholder={`Filter: status=5xx ${suggestions[0]} any text`}
      />
      <div class="row">
        {CHIPS.map(({ title, name, value }) => (
          <Button key={title} isPressed={filter[name] === value} onClick={() => toggle(name, value)}>
            {title}
          </Button>
        ))}
        <TimeMenu filter={filter} />
        <HarButton />
        <ClearButton />
      </div>
    </div>
  )
}

function toggleField(text: string, name: string, value: string): string {
  const { fields, text: rest } = parseFilter(text, FILTER_FIELDS)
  const { [name]: before, ...others } = fields
  return formatFilter({ fields: before === value ? others : { ...others, [name]: value }, text: rest })
}

const RECENT = [
  { title: 'Last 10 seconds', seconds: 10 },
  { title: 'Last minute', seconds: 60 },
  { title: 'Last 10 minutes', seconds: 600 },
]

// The same with the keyboard as brushing over a chart.
function TimeMenu({ filter: { from, to } }: FilterProps) {
  const { router } = useConsole()
  const since = (seconds: number) => String(Date.now() - seconds * 1000)
  const label = from === undefined ? 'All times' : `${formatTime(from)} to ${to === undefined ? 'now' : formatTime(to)}`
  const isSet = from !== undefined || to !== undefined
  return (
    <Menu
      label={label}
      name={`Time: ${label}`}
      items={[
        { title: 'All times', isCurrent: !isSet, run: () => router.setQuery({ from: undefined, to: undefined }) },
        ...RECENT.map(({ title, seconds }) => ({
          title,
          run: () => router.setQuery({ from: since(seconds), to: undefined }),
        })),
      ]}
    />
  )
}

function HarButton() {
  const { actions } = useConsole()
  const save = () =>
    actions.run({
      title: ['Save', 'Saved', 'the requests as a HAR file'],
      run: async ({ requests }) => saveFile('requests.har', JSON.stringify(await requests.toHar())),
    })
  return <Button onClick={save}>HAR</Button>
}

function ClearButton() {
  const { actions, connection } = useConsole()
  const clear = () =>
    actions.run({
      title: ['Clear', 'Cleared', 'the request log'],
      run: ({ requests }) => requests.clear(),
      changes: ['requests', 'state'],
    })
  return (
    <ConfirmButton label="Clear" title="Clear the request log?" verb="Clear the request log" onConfirm={clear}>
      All requests of the session {connection.session} are forgotten. This cannot be undone.
    </ConfirmButton>
  )
}
