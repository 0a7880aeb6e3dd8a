import { expect, test } from 'vitest'
import { mapTexts } from '../../../src/programs/real-service/record/map-texts.ts'
import type { KindsOf } from '../../../src/service/resources/text-kinds.ts'

interface Example {
  readonly name: string
  readonly token: string | null
  readonly parts: readonly { readonly path: string }[]
  readonly count: number
  readonly isLarge: boolean | null
}

test('a field that can contain text needs a kind, at every level', () => {
  const complete: KindsOf<Example> = { name: 'name', token: 'secret', parts: { path: 'path' } }
  // @ts-expect-error `token` has no kind.
  const without: KindsOf<Example> = { name: 'name', parts: { path: 'path' } }
  // @ts-expect-error `path` has no kind.
  const within: KindsOf<Example> = { name: 'name', token: 'secret', parts: {} }
  expect([complete, without, within]).toHaveLength(3)
})

test('what has no kind is replaced as random text, and an object as free-form', () => {
  const stored = new Map([['integrations' as const, [{ name: 'a', nickname: 'b', more: { deep: 'c' }, size: 3 }]]])
  const mapped = mapTexts(stored, {
    text: (text, kind) => `${text}:${typeof kind === 'string' ? kind : 'contract'}`,
    freeForm: () => 'free-form',
  })
  expect(mapped.get('integrations')).toEqual([{ name: 'a:owner', nickname: 'b:opaque', more: 'free-form', size: 3 }])
})
