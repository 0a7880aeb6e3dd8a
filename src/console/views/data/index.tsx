// The view Data.

import { defineView } from '../../app/view.ts'
import { listDataCommands } from './data-commands.ts'
import { Data } from './data-view.tsx'
import { findRecordCommands } from './find-records.ts'

/** Shows the records, and edits them. */
export const dataView = defineView({
  id: 'data',
  title: 'Data',
  key: 'd',
  render: Data,
  commands: listDataCommands,
  findCommands: findRecordCommands,
})
