// Where tests of the whole console go.

import type { Simulator } from '../../../../src/index.ts'

/** The routes of all views, with what can be open in them. */
export const ROUTES = [
  '#/world',
  '#/requests',
  '#/requests/1',
  '#/data/deployments',
  '#/data/deployments?new=yes',
  '#/data/repositories?new=yes',
  '#/faults',
  '#/assumptions',
  '#/assumptions/lastPageOffset',
  '#/sessions',
  '#/sessions/default',
  '#/coverage',
  '#/coverage/listDeployments',
] as const

/** The dialogs: where they are, and the name of the button that opens each. `prepareDialogs` makes all of them possible. */
export const DIALOGS = [
  ['#/world', 'Snapshots'],
  ['#/world', 'Share'],
  ['#/world', 'Fork'],
  ['#/requests/1', 'Edit'],
  ['#/requests/1', 'Add a fault…'],
  ['#/requests/1', 'Fork its world'],
  ['#/requests/2', 'Compare'],
  ['#/faults', 'Edit the fault down'],
  ['#/sessions', 'New session'],
  ['#/coverage', 'Clear…'],
] as const

/** Sends two requests, and adds a fault. */
export async function prepareDialogs(simulator: Simulator): Promise<void> {
  await simulator.fetch('/v2/deployments?limit=5')
  await simulator.fetch('/v2/deployments?limit=6')
  simulator.faults.add({ id: 'down', status: 503 })
}
