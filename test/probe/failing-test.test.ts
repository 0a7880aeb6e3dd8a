import { expect, test } from 'vitest'
import { toPrintable } from '../../src/programs/probe/run/output.ts'
import { findFailure } from '../../src/programs/probe/runner.ts'

const VITEST = `
 ❯ list.test.ts (3 tests | 2 failed) 22ms
     × has an order 18ms

⎯⎯⎯⎯⎯⎯⎯ Failed Tests 2 ⎯⎯⎯⎯⎯⎯⎯

\x1b[41m\x1b[1m FAIL \x1b[22m\x1b[49m list.test.ts\x1b[2m > \x1b[22ma list > has an order
\x1b[31mError: expected [ 'b' ]
  to equal [ 'a' ]\x1b[39m
 ❯ list.test.ts:2:71
    1| import
`

const JEST = `FAIL ./list.test.js
  a list
    ✕ has an order (3 ms)

  ● a list › has an order

    expect(received).toEqual(expected)

    - Expected
`

const PLAYWRIGHT = `Running 2 tests using 1 worker

  1) [chromium] › tests/list.spec.ts:3:5 › a list › has an order ───────────────

    Error: expect(received).toBe(expected)

    Expected: "a"
`

const PYTEST = `
    def test_order(self):
>       self.assertEqual(['b'], ['a'])
E       AssertionError: Lists differ: ['b'] != ['a']

test_list.py:4: AssertionError
=========================== short test summary info ============================
FAILED test_list.py::ListTest::test_order - AssertionError: Lists differ: ['b'] != ['a']
============================== 1 failed in 0.19s ===============================
`

const UNITTEST = `F
======================================================================
FAIL: test_order (test_list.ListTest.test_order)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/test_list.py", line 4, in test_order
    self.assertEqual(['b'], ['a'])
AssertionError: Lists differ: ['b'] != ['a']

First differing element 0:
`

const TAP = `TAP version 13
# Subtest: a list
    # Subtest: has an order
    not ok 1 - has an order
      ---
      failureType: 'testCodeFailure'
      error: |-
        Expected values to be equal:

        'b' !== 'a'
      code: 'ERR_ASSERTION'
      ...
not ok 1 - a list
`

const TAP_ON_ONE_LINE = `not ok 1 - has an order
  ---
  error: "Cannot read properties of undefined (reading 'map')"
  code: 'ERR_TEST_FAILURE'
  ...
`

const NODE_SPEC = `▶ a list
  ✖ has an order (1.2ms)
▶ a list (2ms)

✖ failing tests:

test at list.mjs:3:28
✖ has an order (1.242ms)
  AssertionError [ERR_ASSERTION]: 'b' == 'a'

      at stack
`

const GO = `--- FAIL: TestOrder (0.00s)
    list_test.go:6: got b, want a
FAIL
exit status 1
`

test.for([
  ['Vitest', VITEST, 'list.test.ts > a list > has an order', ["Error: expected [ 'b' ]", "to equal [ 'a' ]"]],
  ['Jest', JEST, 'a list › has an order', ['expect(received).toEqual(expected)']],
  [
    'Playwright',
    PLAYWRIGHT,
    '[chromium] › tests/list.spec.ts:3:5 › a list › has an order',
    ['Error: expect(received).toBe(expected)'],
  ],
  ['pytest', PYTEST, 'test_list.py::ListTest::test_order', ["AssertionError: Lists differ: ['b'] != ['a']"]],
  [
    'unittest',
    UNITTEST,
    'test_order (test_list.ListTest.test_order)',
    ["AssertionError: Lists differ: ['b'] != ['a']"],
  ],
  ['node:test with TAP', TAP, 'has an order', ['Expected values to be equal:', "'b' !== 'a'"]],
  [
    'node:test with a message on one line',
    TAP_ON_ONE_LINE,
    'has an order',
    ["Cannot read properties of undefined (reading 'map')"],
  ],
  ['node:test', NODE_SPEC, 'has an order', ["AssertionError [ERR_ASSERTION]: 'b' == 'a'"]],
  ['Go', GO, 'TestOrder', ['list_test.go:6: got b, want a']],
] as const)('the first failing test is found in the output of %s', ([, output, name, message]) => {
  expect(findFailure(toPrintable(output))).toEqual({ test: name, message })
})

test('the first failing test is found in the output of an unknown test runner: its last lines', () => {
  const output = Array.from({ length: 20 }, (_, index) => `line ${index}\n`).join('\n')
  expect(findFailure(output)).toEqual({ message: [14, 15, 16, 17, 18, 19].map((index) => `line ${index}`) })
})

test('escape sequences and control characters of a test name are removed', () => {
  const output = toPrintable(' FAIL  a.test.ts > \x1b]0;title\x07\x1b[2Jbad\x00\u202ename\r\nError: x')
  expect(findFailure(output)).toEqual({ test: 'a.test.ts > badname', message: ['Error: x'] })
})

test('a name and a message of any length are cut', () => {
  const { test: name = '', message } = findFailure(` FAIL  a > ${'x'.repeat(1e5)}\n${'y'.repeat(1e5)}`)
  expect([name.length, message.map((line) => line.length)]).toEqual([303, [303]])
})
