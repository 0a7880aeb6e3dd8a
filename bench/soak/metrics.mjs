// Loaded into the program by `--import`: answers each message of the parent with what the process
// holds at the moment.
import { queryObjects, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const Timeout = setTimeout(() => undefined, 0).constructor

process.on('message', ({ collect }) => process.send(collect ? measureAfterCollection() : measure()))
process.channel.unref()
// Whoever ends the parent alone leaves nothing running.
process.once('disconnect', () => process.exit())

function measure() {
  const { rss, heapUsed, external } = process.memoryUsage()
  const resources = process.getActiveResourcesInfo()
  return { rss, heapUsed, external, handles: resources.filter((name) => /Wrap|Handle/.test(name)).length }
}

// Timers that keep nothing alive are listed nowhere, and can only be counted in the heap.
function measureAfterCollection() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return { ...measure(), timers: queryObjects(Timeout, { format: 'count' }) }
}
