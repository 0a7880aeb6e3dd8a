import type { UnknownFields } from '../../engine/define/declarations.ts'

/** Fields that no client knows (assumption `unknownFields`). */
export const unknownFields: UnknownFields = {
  addTo(record) {
    const entries = Object.entries(record)
    const middle = Math.ceil(entries.length / 2)
    return Object.fromEntries([
      ...entries.slice(0, middle),
      ['x_revision_hint', { generation: 3, hints: ['warm', null] }],
      ...entries.slice(middle),
      ['x_flags', ['beta']],
      ['x_score', 0.5],
    ])
  },
  ofEnvelope: { x_request: { shard: 2, took_ms: 7 } },
}
