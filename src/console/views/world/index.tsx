import { useConsole } from '../../app/console.ts'
import { defineView } from '../../app/view.ts'
import { CopyButton, CopyMenu } from '../../components/controls/copy-button.tsx'
import { Text } from '../../components/text/text.tsx'
import { buildCurl } from '../../copy/curl.ts'
import { writeString } from '../../copy/literal.ts'
import { Charts } from './charts/charts.tsx'
import { Counts } from './charts/counts.tsx'
import { Story } from './story.tsx'
import { Time } from './time/time.tsx'
import { findSnapshotCommands, listWorldViewCommands } from './world-commands.ts'

/** Shows the scenario, its records and its time. */
export const worldView = defineView({
  id: 'world',
  title: 'World',
  key: 'w',
  render: World,
  commands: listWorldViewCommands,
  findCommands: findSnapshotCommands,
})

function World() {
  return (
    <div class="view">
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

/** The base URL, a request to try, what an application needs, and whether one has arrived. */
function Where() {
  const { connection, world } = useConsole()
  const { serviceUrl } = connection
  // Every key is accepted.
  const headers = world.state.data.value?.credentials == null ? [] : [['x-api-key', 'any'] as const]
  const url = `${serviceUrl}/v2/deployments?limit=2`
  const curl = buildCurl({ method: 'GET', url, headers, body: null, lacksBody: false }).text
  return (
    <section class="stack where" aria-label="Where the service is">
      <div class="row">
        <code class="where-url">
          <Text most={300}>{serviceUrl}</Text>
        </code>
        <CopyButton text={serviceUrl} what="the URL" />
      </div>
      <div class="row">
        <code>
          <Text most={400}>{curl}</Text>
        </code>
        <CopyButton text={curl} what="the command" />
      </div>
      <div class="row">
        Use it in your application:
        <CopyMenu
          label="Copy a setting"
          forms={[
            { title: 'for .env or a shell', build: () => `API_URL=${serviceUrl}` },
            {
              title: 'for a test',
              build: () =>
                `import { connect } from 'deploymock/client'\n\nconst simulator = connect(${writeString(serviceUrl)})`,
            },
          ]}
        />
      </div>
    </section>
  )
}
