import { createSimulator } from 'deploymock/fetch'

let simulator
export default {
  fetch(request) {
    // Not outside of a handler: a running clock sets timers.
    simulator ??= createSimulator({ scenario: 'busy', clock: 'running', memory: 50 })
    return simulator.fetch(request)
  },
}
