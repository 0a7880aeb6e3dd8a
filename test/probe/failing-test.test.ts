import { expect, test } from 'vitest'
import { findFailingTests } from '../../src/programs/probe/run/failing-tests.ts'
import { toPrintable } from '../../src/programs/probe/run/output.ts'

const VITEST = `
 ❯ list.test.ts (3 tests | 2 failed) 22ms
     × has an order 18ms

⎯⎯⎯⎯⎯⎯⎯ Failed Tests 2 ⎯⎯⎯⎯⎯⎯⎯

\x1b[41m\x1b[1m FAIL \x1b[22m\x1b[49m list.test.ts\x1b[2m > \x1b[22ma list > has an order
\x1b[31mError: expected [ 'b' ]
  to equal [ 'a' ]\x1b[39m
 ❯ list.test.ts:2:71
    1| import

 FAIL  list.test.ts > a list > has an end
AssertionError: expected 1 to be 2
`

const JEST = `FAIL ./list.test.js
  a list
    ✕ has an order (3 ms)

  ● a list › has an order

    expect(received).toEqual(expected)

    - Expected

  ● Console

    console.log

  ● a list › has an end

    expect(received).toBe(expected)

Summary of all failing tests

  ● a list › has an order

    expect(received).toEqual(expected)
`

const PLAYWRIGHT = `Running 2 tests using 1 worker

  1) [chromium] › tests/list.spec.ts:3:5 › a list › has an order ───────────────

    Error: expect(received).toBe(expected)

    Expected: "a"

  2) [chromium] › tests/list.spec.ts:9:5 › a list › has an end ─────────────────

    Error: no end
`

const PYTEST = `
    def test_order(self):
>       self.assertEqual(['b'], ['a'])
E       AssertionError: Lists differ: ['b'] != ['a']

test_list.py:4: AssertionError
=========================== short test summary info ============================
FAILED test_list.py::ListTest::test_order - AssertionError: Lists differ: ['b'] != ['a']
FAILED test_list.py::ListTest::test_end - KeyError: 'end'
============================== 2 failed in 0.19s ===============================
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

======================================================================
ERROR: test_end (test_list.ListTest.test_end)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/test_list.py", line 8, in test_end
KeyError: 'end'

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
  ---
  failureType: 'subtestsFailed'
  error: '1 subtest failed'
  ...
not ok 2 - has an end
  ---
  error: 'no end'
  ...
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

test at list.mjs:9:1
✖ has an end (0.2ms)
  Error: no end
`

const GO = `--- FAIL: TestOrder (0.00s)
    list_test.go:6: got b, want a
--- FAIL: TestList (0.00s)
    --- FAIL: TestList/end (0.00s)
        list_test.go:9: no end
FAIL
exit status 1
`

test.for([
  [
    'Vitest',
    VITEST,
    ['list.test.ts > a list > has an order', "Error: expected [ 'b' ]", "to equal [ 'a' ]"],
    ['list.test.ts > a list > has an end', 'AssertionError: expected 1 to be 2'],
  ],
  [
    'Jest',
    JEST,
    ['a list › has an order', 'expect(received).toEqual(expected)'],
    ['a list › has an end', 'expect(received).toBe(expected)'],
  ],
  [
    'Playwright',
    PLAYWRIGHT,
    ['[chromium] › tests/list.spec.ts:3:5 › a list › has an order', 'Error: expect(received).toBe(expected)'],
    ['[chromium] › tests/list.spec.ts:9:5 › a list › has an end', 'Error: no end'],
  ],
  [
    'pytest',
    PYTEST,
    ['test_list.py::ListTest::test_order', "AssertionError: Lists differ: ['b'] != ['a']"],
    ['test_list.py::ListTest::test_end', "KeyError: 'end'"],
  ],
  [
    'unittest',
    UNITTEST,
    ['test_order (test_list.ListTest.test_order)', "AssertionError: Lists differ: ['b'] != ['a']"],
    ['test_end (test_list.ListTest.test_end)', "KeyError: 'end'"],
  ],
  [
    'node:test with TAP',
    TAP,
    ['has an order', 'Expected values to be equal:', "'b' !== 'a'"],
    ['has an end', 'no end'],
  ],
  [
    'node:test with a message on one line',
    TAP_ON_ONE_LINE,
    ['has an order', "Cannot read properties of undefined (reading 'map')"],
  ],
  [
    'node:test',
    NODE_SPEC,
    ['has an order', "AssertionError [ERR_ASSERTION]: 'b' == 'a'"],
    ['has an end', 'Error: no end'],
  ],
  ['Go', GO, ['TestOrder', 'list_test.go:6: got b, want a'], ['TestList/end', 'list_test.go:9: no end']],
] as const)('every failing test is found in the output of %s, once', ([, output, ...found]) => {
  expect(findFailingTests(toPrintable(output))).toEqual(found.map(([name, ...message]) => ({ test: name, message })))
})

test('no failing test is found in the output of an unknown test runner', () => {
  expect(findFailingTests('1 of 2 checks failed\n')).toEqual([])
})

test('escape sequences and control characters of a test name are removed', () => {
  const output = toPrintable(' FAIL  a.test.ts > \x1b]0;title\x07\x1b[2Jbad\x00\u202ename\r\nError: x')
  expect(findFailingTests(output)).toEqual([{ test: 'a.test.ts > badname', message: ['Error: x'] }])
})

test('a name and a message of any length are cut', () => {
  const lines = Array.from({ length: 20 }, () => 'y'.repeat(1e5))
  const [found] = findFailingTests(` FAIL  a > ${'x'.repeat(1e5)}\n${lines.join('\n')}`)
  expect([found?.test.length, found?.message.map((line) => line.length)]).toEqual([303, Array(6).fill(303)])
})
