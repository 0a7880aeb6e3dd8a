import { parseArgs } from 'node:util'

const USAGE =
  'node bench/fuzz.mjs [--requests 20000] [--seed 1] [--heap 300] [--slowest 1000] [--resident 650] [--only sockets|controls|files|pressure [--from 0] [--show]]'
// Shares per thousand requests. A file costs about as much as a hundred other cases, and an attack as a thousand.
const SHARES = { sockets: 788, controls: 205, files: 5, pressure: 2 }
// What a process takes besides its heap: code, buffers and connections.
const BESIDE_HEAP = 350

/**
 * Parses the options.
 *
 * @returns the seed, the number of the first case, the number of requests of each kind, and the heap
 * of the program under pressure with the limits it must keep
 * @throws for unknown options and invalid values
 */
export function readOptions(args, kinds) {
  const { values } = parseArgs({
    args,
    options: {
      requests: { type: 'string', default: '20000' },
      seed: { type: 'string', default: '1' },
      from: { type: 'string', default: '0' },
      only: { type: 'string' },
      heap: { type: 'string', default: '300' },
      slowest: { type: 'string', default: '1000' },
      resident: { type: 'string' },
      show: { type: 'boolean', default: false },
    },
  })
  const { only } = values
  if (only !== undefined && !kinds.includes(only)) throw fail(`--only is "${only}". Allowed: ${kinds.join(', ')}`)
  if (only === undefined && values.from !== '0') throw fail('--from needs --only: each kind counts its own cases')
  const requests = parseWholeNumber('requests', values.requests)
  const heap = parseWholeNumber('heap', values.heap)
  return {
    show: values.show,
    seed: parseWholeNumber('seed', values.seed),
    from: parseWholeNumber('from', values.from),
    heap,
    limits: {
      slowest: parseWholeNumber('slowest', values.slowest),
      mostResident: parseWholeNumber('resident', values.resident ?? String(heap + BESIDE_HEAP)),
    },
    requests: only === undefined ? share(requests, kinds) : { [only]: requests },
  }
}

function share(requests, kinds) {
  return Object.fromEntries(kinds.map((kind) => [kind, Math.ceil((requests * SHARES[kind]) / 1000)]))
}

function parseWholeNumber(name, text) {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw fail(`--${name} is "${text}". It must be a whole number`)
}

const fail = (reason) => new Error(`Failed to read the options: ${reason}. Usage: ${USAGE}`)
