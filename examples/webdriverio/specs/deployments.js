import { $, browser, expect } from '@wdio/globals'
import { connect } from 'deploymock/client'

const server = connect('http://127.0.0.1:4010')
let simulator

beforeEach(async () => {
  simulator = await server.sessions.create({ scenario: 'empty' })
})

afterEach(() => server.sessions.delete(simulator.name))

it('lists a deployment', async () => {
  await simulator.db.deployments.create({ name: 'checkout' })
  await browser.url(`/?api=${simulator.url}`)
  await expect($('li')).toHaveText('checkout')
})
