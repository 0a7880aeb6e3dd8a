// A worker whose world its viewers may change.
import { createSimulator } from 'deploymock/fetch'

let simulator
export default {
  fetch(request) {
    simulator ??= createSimulator({ clock: 'running', memory: 50, controlApi: true })
    return simulator.fetch(request)
  },
}
