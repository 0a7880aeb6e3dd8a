import { drawControlCase } from './fuzz/controls/control-cases.mjs'
import { fuzzFiles } from './fuzz/files/file-fuzz.mjs'
import { fuzzUnderPressure } from './fuzz/pressure/pressure-fuzz.mjs'
import { readOptions } from './fuzz/running/command-line.mjs'
import { createFindings, tabulateFindings } from './fuzz/running/findings.mjs'
import { fuzzOverHttp } from './fuzz/running/http-fuzz.mjs'
import { createProgress } from './fuzz/running/progress.mjs'
import { createRunStatistics } from './fuzz/running/run-statistics.mjs'
import { describeConversation } from './fuzz/running/transcript.mjs'
import { drawSocketCase } from './fuzz/sockets/socket-cases.mjs'
import { stopPrograms } from './program.mjs'
import { printTable } from './report.mjs'

const KINDS = {
  sockets: (options) => fuzzOverHttp({ name: 'sockets', draw: drawSocketCase }, options),
  controls: (options) => fuzzOverHttp({ name: 'controls', draw: drawControlCase }, options),
  files: fuzzFiles,
  pressure: fuzzUnderPressure,
}

const { seed, from, requests, heap, limits, show } = readOptions(process.argv.slice(2), Object.keys(KINDS))
const findings = createFindings()
const statistics = createRunStatistics(
  show ? { show: (...played) => console.log(`\n${describeConversation(...played)}`) } : {},
)
const report = createProgress()

console.log(`Seed ${seed}, Node ${process.version}`)
try {
  for (const [kind, count] of Object.entries(requests)) {
    await KINDS[kind]({ seed, from, requests: count, heap, limits, findings, statistics, report })
  }
} finally {
  await stopPrograms()
}
printTable(statistics.tabulate())
console.log(`\n${statistics.summarize().join('\n')}`)
const found = findings.list()
if (found.length > 0) printTable(tabulateFindings(found, seed))
console.log(found.length > 0 ? `\n${found.length} kinds of findings.` : '\nNothing was found.')
process.exitCode = found.length > 0 ? 1 : 0
