// The server that the console's benchmark measures. It reports its CPU time when it is asked.

import { createSimulator } from '../dist/src/index.js'
import { serve } from '../dist/src/server/index.js'

const { url } = await serve(createSimulator({ scenario: 'busy' }), { port: 0 })
process.on('message', () => process.send(process.cpuUsage()))
process.on('disconnect', () => process.exit())
process.send({ url })
