import { rm } from 'node:fs/promises'
import { cpus } from 'node:os'
import { tabulateBars } from './bars.mjs'
import { measureImports, tabulateImports } from './cases/imports.mjs'
import { measureInterception, tabulateInterception } from './cases/interception.mjs'
import { CONNECTIONS, measurePages, tabulatePages } from './cases/pages-over-http.mjs'
import { measureRequests, tabulateRequests } from './cases/requests-in-process.mjs'
import { measureResets, tabulateResets } from './cases/resets.mjs'
import { measureStarts, tabulateStarts } from './cases/starts.mjs'
import { writeMaterial } from './material.mjs'
import { bareNode, defaultSimulator, listPeers } from './peers.mjs'
import { startPeer, stopAll } from './processes.mjs'
import { printTable } from './report.mjs'

const date = new Date().toISOString().slice(0, 10)
const cores = cpus()
console.log(`${date}, Node ${process.version}, ${cores.length} cores (${cores[0]?.model}), ${CONNECTIONS} connections`)

const material = await writeMaterial()
try {
  // First, before anything else has left traces in this process.
  const interception = await measureInterception(material)
  const peers = listPeers()
  const starts = await measureStarts([defaultSimulator, ...peers], material)
  const pages = await measurePages(await startAll(peers), material)
  // Nothing else may run beside measurements in this process.
  await stopAll()
  const imports = measureImports()
  const resets = await measureResets()
  const requests = await measureRequests()

  for (const table of tabulatePages(pages, bareNode)) printTable(table)
  for (const table of tabulateRequests(requests)) printTable(table)
  printTable(tabulateInterception(interception))
  printTable(tabulateStarts(starts))
  printTable(tabulateImports(imports))
  printTable(tabulateResets(resets))
  printTable(tabulateBars({ pages, starts, interception, resets, requests }))
} finally {
  await stopAll()
  await rm(material.folder, { recursive: true })
}

async function startAll(peers) {
  const started = []
  for (const peer of peers) started.push(await startPeer(peer, material))
  return started
}
