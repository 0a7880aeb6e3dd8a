// Loaded into the program with `--import`. It responds to each message of the parent with what the
// process currently uses.
import { queryObjects, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const Timeout = setTimeout(() => undefined, 0).constructor

process.on('message', ({ collect }) => process.send(collect ? measureAfterCollection() : measure()))
process.channel.unref()
// If only the parent is ended, this process ends, too.
process.once('disconnect', () => process.exit())

function measure() {
  const { rss, heapUsed, external } = process.memoryUsage()
  const resources = process.getActiveResourcesInfo()
  return { rss, heapUsed, external, handles: resources.filter((name) => /Wrap|Handle/.test(name)).length }
}

// Timers that keep no process alive are not listed anywhere, so they are counted in the heap.
function measureAfterCollection() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return { ...measure(), timers: queryObjects(Timeout, { format: 'count' }) }
}
