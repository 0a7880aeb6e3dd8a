import { expect, test } from 'vitest'
import { connect, type FaultUse } from '../../src/entries/client/index.ts'
import { createSimulator } from '../../src/index.ts'
import type { Console } from '../../src/programs/console/page/console.ts'
import type { Action } from '../../src/programs/console/store/actions/actions.ts'
import type { Simulator } from '../../src/programs/console/store/api.ts'
import { signal } from '../../src/programs/console/store/signal.ts'
import { createFaultActions } from '../../src/programs/console/views/faults/fault-actions.ts'

/** Creates a simulator with three faults, and the actions on them. */
function openFaults() {
  const simulator = createSimulator()
  simulator.faults.add({ id: 'first', delay: 5 })
  simulator.faults.add({ id: 'second', status: 503, times: 3 })
  simulator.faults.add({ id: 'third', status: 500 })
  const client = connect('http://in-process.test', { fetch: simulator.fetch })
  const codes: (string | undefined)[] = []
  const run = async <Result>({ run, describe }: Action<Result>) => {
    const result = await run(client as unknown as Simulator)
    codes.push(describe?.(result).code)
    return result
  }
  const shared = { actions: { run }, connection: { simulator: client }, faultsOff: signal([]) } as unknown as Console
  const find = (id: string) => simulator.faults.uses().find((fault) => fault.id === id) as FaultUse
  return { simulator, client, codes, find, actions: createFaultActions(shared) }
}

test('a fault that would get the id of another one is refused before any fault is removed', async () => {
  const { simulator, actions, find } = openFaults()
  const before = simulator.faults.list()
  const change = actions.edit(find('first'), { id: 'third', delay: 5 }, {})
  await expect(change).rejects.toThrow('Another fault has this id.')
  expect(simulator.faults.list()).toEqual(before)
})

test('the code for a fault that was moved moves it', async () => {
  const { simulator, actions, find, codes } = openFaults()
  const other = openFaults()
  await actions.move(find('third'), -1)
  expect(simulator.faults.list().map(({ id }) => id)).toEqual(['first', 'third', 'second'])
  await runCode(codes[0], other.client)
  expect(other.simulator.faults.list()).toEqual(simulator.faults.list())
})

test('the code for a fault that was removed leaves the others alone', async () => {
  const { simulator, actions, find, codes } = openFaults()
  await actions.remove(find('first'))
  expect(simulator.faults.list().map(({ id }) => id)).toEqual(['second', 'third'])
  expect(codes).toEqual([`await simulator.faults.remove('first')`])
})

test('faults that are turned off at the same time all come back', async () => {
  const { simulator, actions, find } = openFaults()
  const before = simulator.faults.list()
  const two = [find('first'), find('second')]
  await Promise.all(two.map((fault) => actions.turn(fault, 'off')))
  expect(simulator.faults.list().map(({ id }) => id)).toEqual(['third'])
  await Promise.all(two.map((fault) => actions.turn(fault, 'on')))
  expect(simulator.faults.list()).toEqual(before)
})

async function runCode(code: string | undefined, simulator: object): Promise<void> {
  const run = new Function('simulator', `return (async () => { ${code} })()`) as (simulator: object) => Promise<void>
  await run(simulator)
}
