import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type JsonNode, listChildren, readJsonText } from '../../src/programs/console/components/json/json-tree.tsx'

function rebuild(text: string, node: JsonNode): unknown {
  if (node.kind !== 'object' && node.kind !== 'array') return JSON.parse(text.slice(node.start, node.end))
  const children = listChildren(text, node)
  if (node.kind === 'array') return children.map((child) => rebuild(text, child))
  return Object.fromEntries(children.map((child) => [JSON.parse(child.name ?? ''), rebuild(text, child)]))
}

test('finds the same values as JSON.parse, with any white space', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t', '\n\n'), (value, space) => {
      const text = JSON.stringify(value, null, space)
      const root = readJsonText(text)
      expect(root && rebuild(text, root)).toEqual(JSON.parse(text))
    }),
  )
})

test('keeps numbers as they were written', () => {
  const text = '[1.0, 12345678901234567890, 1e400, -0.0]'
  const root = readJsonText(text)
  const values = root && listChildren(text, root).map(({ start, end }) => text.slice(start, end))
  expect(values).toEqual(['1.0', '12345678901234567890', '1e400', '-0.0'])
})

test('is not confused by quotes, backslashes and braces in texts', () => {
  const value = { 'a"}': '\\', b: '{"x":[', c: ['\\"', '\\\\'] }
  const text = JSON.stringify(value)
  const root = readJsonText(text)
  expect(root && rebuild(text, root)).toEqual(value)
})

test.each(['', 'not JSON', '{"a":', '[1,]', '<p>'])('does not take %j for JSON', (text) => {
  expect(readJsonText(text)).toBeUndefined()
})

test('reads deep nesting without running out of stack', () => {
  const depth = 5000
  const text = '['.repeat(depth) + ']'.repeat(depth)
  const root = readJsonText(text)
  expect(root?.end).toBe(2 * depth)
})
