import { buildCurl } from '../../../../entries/request-code/curl.ts'
import { writeString } from '../../../../entries/request-code/literal.ts'
import { CopyButton, CopyMenu } from '../../components/controls/copy-button.tsx'
import { startWithCapital } from '../../components/forms/schema-kinds.ts'
import { Panel, RemotePanel } from '../../components/panels.tsx'
import { Text } from '../../components/text/text.tsx'
import { formatNumber } from '../../format/numbers.ts'
import { useConsole } from '../../page/console.ts'
import type { View } from '../../page/view.ts'
import type { ResourceDescription } from '../../store/api.ts'
import { buildTry, findTry } from '../../store/request-to-try.ts'
import { hrefOf } from '../data/record.ts'
import { Charts } from './charts/charts.tsx'
import { Story } from './story.tsx'
import { Time } from './time/time.tsx'
import { findSnapshotCommands, listWorldViewCommands } from './world-commands.ts'

/** Shows the scenario, its records and its time. */
export const worldView: View = {
  id: 'world',
  title: 'World',
  key: 'w',
  render: World,
  commands: listWorldViewCommands,
  findCommands: findSnapshotCommands,
}

function World() {
  return (
    <div class="column view">
      <Where />
      <Story />
      <div class="stack world-columns">
        <Counts />
        <Time />
        <Charts />
      </div>
    </div>
  )
}

const IMPORT = "import { connect } from 'deploymock/client'\n\n"

/** The base URL, a request to try, what an application needs, and whether one has arrived. */
function Where() {
  const { connection, world } = useConsole()
  const { serviceUrl } = connection
  const schemas = world.schemas.data.value
  const target = schemas && findTry(schemas)
  const curl = target && buildCurl(buildTry(target, schemas, serviceUrl)).text
  return (
    <section class="stack tight box where" aria-label="Where the service is">
      <div class="row">
        <code class="large">
          <Text most={300}>{serviceUrl}</Text>
        </code>
        <CopyButton text={serviceUrl} what="the URL" />
      </div>
      {curl && (
        <div class="row">
          <code>
            <Text most={400}>{curl}</Text>
          </code>
          <CopyButton text={curl} what="the command" />
        </div>
      )}
      <div class="row">
        Use it in your application:
        <CopyMenu
          label="Copy a setting"
          forms={[
            { title: 'for .env or a shell', build: () => `API_URL=${serviceUrl}` },
            { title: 'for a test', build: () => `${IMPORT}const simulator = connect(${writeString(serviceUrl)})` },
          ]}
        />
      </div>
    </section>
  )
}

function Counts() {
  const { world } = useConsole()
  const counts: Readonly<Record<string, number>> = world.state.data.value?.counts ?? {}
  const isShown = ({ name, isMinor }: ResourceDescription) => !isMinor || (counts[name] ?? 0) > 0
  // The others are important enough to be shown when there are none.
  return (
    <Panel title="Records">
      <RemotePanel remote={world.schemas} what="the resources">
        {({ resources }) => (
          <ul class="row counts">
            {[...resources]
              .filter(isShown)
              .sort((one, other) => Number(one.isMinor) - Number(other.isMinor) || rank(one) - rank(other))
              .map(({ name, title, singular, description }) => (
                <li key={name} title={description}>
                  <a href={hrefOf(name)}>
                    <span class="large">{formatNumber(counts[name] ?? 0)}</span>{' '}
                    <u>{counts[name] === 1 ? startWithCapital(singular) : title}</u>
                  </a>
                </li>
              ))}
          </ul>
        )}
      </RemotePanel>
    </Panel>
  )
}

// What the service lists comes first.
function rank({ states, list }: ResourceDescription): number {
  return states !== null && list !== null ? 0 : 1
}
