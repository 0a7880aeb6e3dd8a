import { simulator } from './.storybook/simulator.js'
import { renderDeployments } from './deployments.js'

export default { title: 'Deployments', render: renderDeployments }

export const Typical = {}

export const Empty = { beforeEach: () => simulator.load('empty') }

export const Slow = { beforeEach: () => void simulator.faults.add({ operation: 'listDeployments', delay: 1500 }) }

export const Refused = { beforeEach: () => void simulator.faults.add({ operation: 'listDeployments', status: 403 }) }
