import { mswLoader } from 'msw-storybook-addon/csf3'
import { simulator } from './simulator.js'

export default {
  loaders: [mswLoader()],
  parameters: { msw: simulator.handlers },
  // Before the beforeEach of a story. It also undoes the load of the story before.
  beforeEach: () => simulator.reset(),
}
