import type { JSX } from 'preact'
import { defineView } from '../../app/view.ts'
import { Charts } from './charts/charts.tsx'
import { Counts } from './charts/counts.tsx'
import { Story } from './story.tsx'
import { Time } from './time/time.tsx'
import { Where } from './where.tsx'
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

function World(): JSX.Element {
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
