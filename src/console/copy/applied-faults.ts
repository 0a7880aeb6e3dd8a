import type { DetailedEntry, FaultInput } from '../../client/index.ts'
import { parseJson } from '../store/decode.ts'
import type { ExportedScenario } from './test-world.ts'

/**
 * Lists faults that do the same to this request again. Delays are left out: they change no response, and a
 * test would wait for them, because its clock stands still.
 *
 * @param known the faults of the world. Those that are used up there, or that chaos drew, are not among them
 */
export function listAppliedFaults(entry: DetailedEntry, known: ExportedScenario['faults'] = []): FaultInput[] {
  const { operation, explanation } = entry
  const match = operation === null ? {} : { operation }
  return explanation.faults.flatMap(({ id, effect }): FaultInput[] => {
    if (effect === 'delay') return []
    const settings = known.find((fault) => fault.id === id && fault.effect.kind === effect)?.effect
    // The operations and effects of the server are those of the client.
    return [{ ...match, ...writeEffect(settings ?? guessEffect(effect, entry)), times: 1 } as FaultInput]
  })
}

type Settings = { readonly kind: string } & Readonly<Record<string, unknown>>

function writeEffect({ kind, ...settings }: Settings): object {
  const fields = Object.keys(settings)
  if (kind === 'rollout') return { rollout: settings.outcome }
  if (kind === 'status' && fields.length === 1) return { status: settings.status }
  // The requests before this one are not part of the test.
  if (kind === 'rate-limit')
    return { effect: 'window' in settings ? { kind, limit: 0, window: settings.window } : kind }
  return { effect: fields.length === 0 ? kind : { kind, ...settings } }
}

// The request log knows only the kind of a fault that is used up. The response shows the rest.
function guessEffect(kind: string, { status, response: { body } }: DetailedEntry): Settings {
  if (kind === 'status') return { kind, status: status ?? 503 }
  if (kind === 'respond') return { kind, status: status ?? 200, ...(body ? { body: parseJson(body) ?? body } : {}) }
  return kind === 'reset' ? { kind, when: status === null ? 'before' : 'during' } : { kind }
}
