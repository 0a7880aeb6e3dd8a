import { createSimulator } from 'deploymock'
import { createDashboard } from './app.mjs'

const server = createDashboard(createSimulator()).listen(4020, '127.0.0.1', () => {
  process.stdout.write(`The dashboard is on http://127.0.0.1:${server.address().port}/summary\n`)
})
