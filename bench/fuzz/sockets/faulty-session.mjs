/** The path of the session in which the fault whose limit a query has applies to a request. */
export const FAULT_SESSION = '/_s/faults'

// How a conversation continues: `ends` if the connection has to be closed, `hangs` if no response may
// arrive. Otherwise there is a response, which may be invalid JSON if the fault `spoils` it.
const FAULTS = [
  { name: 'status', effect: { kind: 'status', status: 503, detail: 'Out' } },
  { name: 'odd-status', effect: { kind: 'status', status: 599 } },
  { name: 'delay', effect: { kind: 'delay', milliseconds: { min: 1, max: 40 } } },
  { name: 'long-delay', effect: { kind: 'delay', milliseconds: 250 } },
  { name: 'stall', effect: { kind: 'stall' }, hangs: true },
  { name: 'reset', effect: { kind: 'reset' }, ends: true },
  { name: 'cut', effect: { kind: 'reset', when: 'during' }, ends: true },
  { name: 'too-long', effect: { kind: 'wrong-length', by: 20 }, ends: true },
  { name: 'too-short', effect: { kind: 'wrong-length', by: -2 }, ends: true },
  { name: 'truncate', effect: { kind: 'truncate' }, spoils: true },
  { name: 'malformed', effect: { kind: 'malformed' }, spoils: true },
  { name: 'rate-limit', effect: { kind: 'rate-limit', limit: 3, window: 500 } },
  { name: 'stale', effect: { kind: 'stale' } },
  { name: 'empty', effect: { kind: 'empty' } },
  { name: 'duplicate-record', effect: { kind: 'duplicate-record' } },
  { name: 'missing-record', effect: { kind: 'missing-record' } },
]

// Each fault applies to requests with a limit of its own, because only parameters of the service can be matched.
const LIMITED = FAULTS.map((fault, index) => ({ ...fault, limit: 30 + index }))

export const drawFault = (draw) => draw.pick(LIMITED)

/** Sets up the session. */
export async function prepareFaults(control) {
  await control('POST', '/_simulator/sessions', { name: 'faults', scenario: 'default' })
  for (const { name, effect, limit } of LIMITED) {
    const match = { query: { limit: String(limit) } }
    await control('POST', `${FAULT_SESSION}/_simulator/faults`, { id: name, match, effect })
  }
}
