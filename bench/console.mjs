// Measures the console in Chromium: how fast it appears, how smooth it stays, and what it costs the server.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { formatNumber, formatSpread, printTable } from './report.mjs'
import { summarize } from './statistics.mjs'

const CONNECTIONS = 16
const LOADS = 9
const RATE = 1000
const SECONDS = 10
const ROUNDS = 5
const BARS = { paint: 300, task: 100, cost: 0.1 }

const server = fork(new URL('console-server.mjs', import.meta.url))
const [{ url }] = await once(server, 'message')
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium' })
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
try {
  const loads = await measureLoads()
  const smoothness = await measureSmoothness()
  const cost = await measureCost()
  printTable({
    title: 'The console in Chromium',
    columns: ['what', 'figure', 'bar'],
    rows: [
      ['first paint after the HTML, ms', formatSpread(loads.paints), `at most ${BARS.paint}`],
      ['the world is shown after the HTML, ms', formatSpread(loads.readies), ''],
      [
        `longest task at ${RATE} requests/s for ${SECONDS} s, ms`,
        formatNumber(smoothness.longest),
        `at most ${BARS.task}`,
      ],
      ['requests/s that were sent meanwhile', formatNumber(smoothness.rate), ''],
      ['CPU of the server per request at full load, µs, without a console', formatSpread(cost.without), ''],
      ['CPU of the server per request at full load, µs, with an open console', formatSpread(cost.open), ''],
      ['cost of an open console', formatNumber(cost.ratio), `at most ${BARS.cost}`],
    ],
  })
} finally {
  agent.destroy()
  await browser.close()
  server.kill()
}

/** Loads the page in a new browser context each time, so that nothing is cached. */
async function measureLoads() {
  const figures = []
  for (let count = 0; count < LOADS; count += 1) {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${url}/_simulator/`)
    await page.getByRole('banner').getByText('busy').first().waitFor()
    figures.push(
      await page.evaluate(() => {
        const [navigation] = performance.getEntriesByType('navigation')
        const [paint] = performance.getEntriesByName('first-contentful-paint')
        return { paint: paint.startTime - navigation.responseEnd, ready: performance.now() - navigation.responseEnd }
      }),
    )
    await context.close()
  }
  return { paints: figures.map(({ paint }) => paint), readies: figures.map(({ ready }) => ready) }
}

/** Watches for long tasks while the list of requests fills up. */
async function measureSmoothness() {
  const page = await openRequests()
  await page.evaluate(() => {
    window.longTasks = []
    new PerformanceObserver((list) =>
      window.longTasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({ entryTypes: ['longtask'] })
  })
  const sent = await sendAtRate(SECONDS)
  const tasks = await page.evaluate(() => window.longTasks)
  await page.close()
  return { longest: Math.max(0, ...tasks), rate: sent / SECONDS }
}

/**
 * Compares the CPU time of the server per request at full load with and without an open console, in turns. The
 * browser shares the cores of the machine, so the throughput itself would say more about the browser.
 */
async function measureCost() {
  const [without, open] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    without.push(await measureCpu())
    const page = await openRequests()
    open.push(await measureCpu())
    await page.close()
  }
  const ratios = open.map((each, round) => each / without[round] - 1)
  return { without, open, ratio: summarize(ratios).median }
}

async function measureCpu() {
  const before = await readCpu()
  const sent = await sendAtFullLoad(3)
  return ((await readCpu()) - before) / sent
}

async function readCpu() {
  server.send('cpu')
  const [{ user, system }] = await once(server, 'message')
  return user + system
}

async function openRequests() {
  const page = await browser.newPage()
  await page.goto(`${url}/_simulator/#/requests`)
  await page.getByText('live').first().waitFor()
  // The first requests of the page itself are not measured.
  await sleep(1000)
  return page
}

/** Sends requests at a fixed rate. @returns how many */
async function sendAtRate(seconds) {
  const started = performance.now()
  const pending = new Set()
  let sent = 0
  while (performance.now() - started < seconds * 1000) {
    const due = Math.floor(((performance.now() - started) / 1000) * RATE)
    for (; sent < due; sent += 1) {
      const request = sendOne().finally(() => pending.delete(request))
      pending.add(request)
    }
    await sleep(5)
  }
  await Promise.all(pending)
  return sent
}

/** Sends requests through all connections as fast as they are answered. @returns how many */
async function sendAtFullLoad(seconds) {
  const end = performance.now() + seconds * 1000
  let sent = 0
  const sendAll = async () => {
    for (; performance.now() < end; sent += 1) await sendOne()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, sendAll))
  return sent
}

function sendOne() {
  return new Promise((resolve, reject) => {
    get(`${url}/v2/deployments?limit=1`, { agent }, (response) => response.resume().on('end', resolve)).on(
      'error',
      reject,
    )
  })
}
