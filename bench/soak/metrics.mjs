// Loaded into the program by `--import`: answers each message of the parent with what the process
// holds at the moment; after a collection of garbage, where it is asked for one.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

process.on('message', ({ collect }) => {
  if (collect) collectGarbage()
  const { rss, heapUsed, external } = process.memoryUsage()
  const resources = process.getActiveResourcesInfo()
  const count = (pattern) => resources.filter((name) => pattern.test(name)).length
  process.send({ rss, heapUsed, external, timers: count(/Timeout/), handles: count(/Wrap|Handle/) })
})
process.channel.unref()

function collectGarbage() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}
