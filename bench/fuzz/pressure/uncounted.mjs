// Loaded into a program (build/src, not its bundle), it switches off all counters of memory: every size is as good as 0.
// Only the net below them is left.
import { register } from 'node:module'

const SIZES = `
export const estimateBytes = () => 0
export const textBytes = () => 0
export const measureWithJson = () => 0
export const countJsonBytes = () => 0
`

// Not 0, because what is released must have another sign than what is taken.
const BUDGET = `
const size = (bytes) => bytes * 1e-9
export function createByteBudget(...limits) {
  const budget = create(...limits)
  return {
    ...budget,
    openCache(...parts) {
      const keep = budget.openCache(...parts)
      return (item, bytes) => keep(item, size(bytes))
    },
    resize: (entry, bytes) => budget.resize(entry, size(bytes)),
    reserve(kind, bytes, purpose) {
      const reservation = budget.reserve(kind, size(bytes), purpose)
      return { ...reservation, add: (more, why) => reservation.add(size(more), why) }
    },
  }
}
`

const HOOKS = `
export function load(url, context, next) {
  const file = /\\/src\\/engine\\/limits\\/(byte-size|byte-budget)\\.js$/.exec(url)?.[1]
  if (file === undefined) return next(url, context)
  const original = JSON.stringify(url + '?counting')
  const start = 'export * from ' + original + '; import { createByteBudget as create } from ' + original
  const source = file === 'byte-size' ? ${JSON.stringify(SIZES)} : start + ${JSON.stringify(BUDGET)}
  return { format: 'module', shortCircuit: true, source }
}
`

register(`data:text/javascript,${encodeURIComponent(HOOKS)}`)
