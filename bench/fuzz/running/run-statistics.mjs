import { formatCount, formatNumber } from '../../report.mjs'

const MEGABYTE = 1024 * 1024

/** Creates the counts of a run. Calls `show` for each conversation. */
export function createRunStatistics({ show } = {}) {
  const families = new Map()
  let longest = 0
  const large = { cases: 0, worst: 0, ratio: 0 }
  const pressure = { attacks: 0, worked: 0, longest: 0, resident: 0 }
  const start = performance.now()

  const rowOf = (kind, family) => {
    const key = `${kind}: ${family}`
    if (!families.has(key)) families.set(key, { cases: 0, requests: 0, responses: 0, statuses: new Map() })
    return families.get(key)
  }

  return {
    count(conversation, result) {
      const { kind, family, exchanges } = conversation
      const { responses } = result
      show?.(conversation, result)
      const row = rowOf(kind, family)
      row.cases += 1
      row.requests += exchanges.length
      row.responses += responses.length
      for (const { status } of responses) row.statuses.set(status, (row.statuses.get(status) ?? 0) + 1)
    },
    countFile({ family, outcome }) {
      const row = rowOf('files', family)
      row.cases += 1
      row.requests += 1
      row.statuses.set(outcome, (row.statuses.get(outcome) ?? 0) + 1)
    },
    countAttack({ attack, requests, statuses, seen }) {
      const row = rowOf('pressure', attack.family)
      row.cases += 1
      row.requests += requests
      for (const [status, count] of statuses) {
        row.responses += count
        row.statuses.set(status, (row.statuses.get(status) ?? 0) + count)
      }
      pressure.attacks += 1
      for (const figure of ['worked', 'longest', 'resident']) {
        pressure[figure] = Math.max(pressure[figure], seen[figure])
      }
    },
    countBlock(milliseconds) {
      longest = Math.max(longest, milliseconds)
    },
    countLarge(milliseconds, { parse }) {
      large.cases += 1
      large.worst = Math.max(large.worst, milliseconds)
      if (parse >= 30) large.ratio = Math.max(large.ratio, milliseconds / parse)
    },
    tabulate: () => tabulate(families),
    summarize() {
      const seconds = (performance.now() - start) / 1000
      const all = sum([...families.values()].map(({ requests }) => requests))
      return [
        `${formatCount(all)} requests in ${formatNumber(seconds)} s.`,
        `The longest block of a request beside others: ${formatNumber(longest)} ms of CPU time.`,
        `${large.cases} large requests by themselves: at most ${formatNumber(large.worst)} ms, at most ${formatNumber(large.ratio)} times JSON.parse where that takes 30 ms or more.`,
        `${pressure.attacks} attacks: others waited at most ${formatNumber(pressure.longest)} ms, in at most ${formatNumber(pressure.worked)} of which the program worked; at most ${formatNumber(pressure.resident / MEGABYTE)} MB were resident.`,
      ]
    },
  }
}

function tabulate(families) {
  return {
    title: 'Requests',
    columns: ['kind', 'cases', 'requests', 'responses', 'statuses'],
    rows: [...families].map(([name, { cases, requests, responses, statuses }]) => [
      name,
      cases,
      requests,
      responses,
      [...statuses]
        .sort(([a], [b]) => a - b)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', '),
    ]),
  }
}

const sum = (values) => values.reduce((total, value) => total + value, 0)
