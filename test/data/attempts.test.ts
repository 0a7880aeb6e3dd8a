import { expect, test } from 'vitest'
import { deployments } from '../../src/service/resources/deployments/deployments.ts'
import { createFreshDeployment, createRolloutWorld } from '../support/rollout-world.ts'

const PAGE = { filters: [], ordering: 'createdDescending', offset: 0n, limit: 100 } as const

function open() {
  const heard: string[] = []
  const world = createRolloutWorld({ deployments: 3, onChange: ({ resource }) => heard.push(resource) })
  const listed = () => world.listingOf(deployments).page(PAGE).found
  const read = () => [world.collections.deployments.list(), listed(), world.upcoming()]
  return { world, heard, read }
}

function fail(): never {
  throw new Error('no')
}

test('an attempt that fails changes nothing, and nobody hears of it', () => {
  const { world, heard, read } = open()
  const { id } = createFreshDeployment(world)
  const [changes, before] = [world.changes(), read()]
  heard.length = 0
  const { collections } = world
  const act = () => {
    createFreshDeployment(world, 'other')
    collections.deployments.update(id, { name: 'renamed' })
    collections.deployments.delete(collections.deployments.list()[0]?.id ?? '')
    fail()
  }
  expect(() => world.attempt(act)).toThrow('no')
  expect(world.changes()).toBe(changes)
  expect(read()).toEqual(before)
  expect(heard).toEqual([])
  const last = createFreshDeployment(world, 'other')
  expect([heard, collections.deployments.list().at(-1)]).toEqual([['deployments'], last])
})

test('an attempt within another one that fails undoes only its own changes', () => {
  const { world, heard } = open()
  const { collections } = world
  const [first] = collections.deployments.list()
  world.attempt(() => {
    collections.deployments.update(first?.id ?? '', { name: 'kept' })
    expect(() =>
      world.attempt(() => {
        collections.deployments.delete(first?.id ?? '')
        fail()
      }),
    ).toThrow('no')
    expect(heard).toEqual([])
  })
  expect(collections.deployments.get(first?.id ?? '')?.name).toBe('kept')
  expect(heard).toEqual(['deployments'])
})
