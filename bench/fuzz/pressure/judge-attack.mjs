const MEGABYTE = 1024 * 1024
// What is counted and what is taken differ by less than a third, and by what Node itself takes meanwhile.
const MOST_TAKEN = 4 / 3
const UNCOUNTED_SLACK = 24 * MEGABYTE
// What V8 and the system do not give back at once.
const RESIDENT_SLACK = 150 * MEGABYTE
const MOST_WORK = 5000

/**
 * Finds what an attack did to the program and to others.
 *
 * @param seen what the bystander saw
 * @param memory how much more than before the program counts, takes and has resident, if it could be asked
 * @param limits the most milliseconds that others may wait, and the most resident megabytes
 */
export function judgeAttack({ statuses, quiet, seen, memory }, limits) {
  if (isHang(seen, limits)) return [{ kind: 'hang', detail: 'no response to a small request of others' }]
  return [
    ...judgeWaiting(seen, limits),
    ...judgeResident(seen, limits),
    ...judgeRejections(seen),
    ...judgeCount(memory),
    ...(quiet > 0 ? [{ kind: 'no response', detail: `${quiet} clients that read got nothing for a while` }] : []),
    ...(statuses.has(500) ? [{ kind: 'status 5xx', detail: `${statuses.get(500)} times 500` }] : []),
  ]
}

// On a busy machine, the program may only have had a moment of all that time. Then others wait, and it
// is not known for how long.
const isHang = ({ isHanging, worked }, { slowest }) => isHanging && (worked <= slowest || worked > MOST_WORK)

function judgeWaiting({ worked, longest }, { slowest }) {
  if (worked <= slowest) return []
  const detail = `a small request of others took ${longest.toFixed(0)} ms, in which the program worked for ${worked.toFixed(0)} ms; at most ${slowest} ms`
  return [{ kind: 'others wait', detail }]
}

function judgeResident({ resident }, { mostResident }) {
  const megabytes = resident / MEGABYTE
  if (megabytes <= mostResident) return []
  return [{ kind: 'memory', detail: `${megabytes.toFixed(0)} MB resident; at most ${mostResident} MB` }]
}

// If the program ends, that is a finding of its own.
const CONNECTION_ERRORS = ['ECONNRESET', 'ECONNREFUSED', 'EPIPE']

function judgeRejections({ rejected }) {
  const wrong = rejected.filter((status) => !CONNECTION_ERRORS.includes(status))
  if (wrong.length === 0) return []
  return [{ kind: 'others rejected', detail: `${wrong.length} small requests of others got ${[...new Set(wrong)]}` }]
}

/** Whether a program counts what it takes. */
export function isCounted({ counted, taken, resident }) {
  const most = Math.max(0, counted) * MOST_TAKEN
  return taken <= most + UNCOUNTED_SLACK && resident <= most + RESIDENT_SLACK
}

function judgeCount(memory) {
  if (memory === undefined || isCounted(memory)) return []
  const { counted, taken, resident } = memory
  const [takes, has, counts] = [taken, resident, counted].map((bytes) => (bytes / MEGABYTE).toFixed(0))
  const detail = `takes ${takes} MB more than before, has ${has} MB more resident, counts ${counts} MB`
  return [{ kind: 'uncounted memory', detail }]
}
