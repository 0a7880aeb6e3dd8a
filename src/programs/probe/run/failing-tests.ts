// The failing tests in the output of a test runner.

const MOST_LINES = 6

const MOST_CHARACTERS = 300

/** A test that fails, and what the test runner says about it. */
export interface FailingTest {
  readonly test: string
  readonly message: readonly string[]
}

interface FailedLine {
  test: string
  rest: readonly string[]
}

/** Finds the failing tests. There are none if the output is not that of the runner. */
type FindFailing = (lines: readonly string[]) => FailingTest[]

// ` FAIL  list.test.ts > a list > has an order`, then the message.
const findVitest: FindFailing = (lines) =>
  findTitles(lines, /^ ?(?:❯ )?FAIL {1,2}(\S.* > .*)$/u).map(({ test, rest }) => {
    // The same failure of several tests is printed once. The stack follows without an empty line.
    const others = rest.filter((line) => !/^ ?FAIL /.test(line))
    const stack = others.findIndex((line) => line.startsWith(' ❯ '))
    return { test, message: takeParagraph(others.slice(0, stack < 0 ? undefined : stack)) }
  })

// `  ● a list › has an order`, an empty line, then the message.
const findJest: FindFailing = (lines) => findParagraphs(lines, /^ {2}● (.+)$/).filter(({ test }) => test !== 'Console')

// `  1) tests/list.spec.ts:3:5 › a list › has an order ────`, an empty line, then the message.
const findPlaywright: FindFailing = (lines) => findParagraphs(lines, /^ {2}\d+\) (.* › .*?)[ ─]*$/u)

// `FAILED test_list.py::test_order - AssertionError: ...`, at the end.
const findPytest: FindFailing = (lines) => {
  const failed = lines.filter((each) => /^(?:FAILED|ERROR) \S+::\S/.test(each))
  const details = lines.filter((each) => each.startsWith('E  ')).map((each) => each.slice(1).trim())
  return failed.map((line, index) => {
    const [, test = '', message = ''] = /^\w+ (\S+::.*?)(?: - (.*))?$/.exec(line) ?? []
    // The details of the others are further down.
    return { test, message: message === '' && index === 0 ? details.slice(0, 1) : [message] }
  })
}

// `FAIL: test_order (test_list.ListTest.test_order)`, a traceback, then the message.
const findUnittest: FindFailing = (lines) =>
  findTitles(lines, /^(?:FAIL|ERROR): (\w+ \(.*\))/).map(({ test, rest }) => {
    const traced = rest.slice(rest.findIndex((line) => /^Traceback /.test(line)) + 1)
    const start = traced.findIndex((line) => /^\S/.test(line))
    return { test, message: start < 0 ? [] : takeParagraph(traced.slice(start)) }
  })

// TAP: `not ok 1 - has an order`, then YAML with the message in `error`.
const findTap: FindFailing = (lines) =>
  findTitles(lines, /^\s*not ok \d+ - (.*)$/).flatMap(({ test, rest }) => {
    const end = rest.findIndex((line) => /^\s*\.\.\.$/.test(line))
    const fields = rest.slice(0, end < 0 ? undefined : end)
    // A suite fails because of its tests.
    if (fields.some((line) => /^\s*failureType: 'subtestsFailed'/.test(line))) return []
    const error = fields.findIndex((line) => /^\s*error:/.test(line))
    const [, text = ''] = /error: ?(.*)$/.exec(fields[error] ?? '') ?? []
    if (!text.startsWith('|')) return { test, message: [text.replace(/^(['"])(.*)\1$/, '$2')] }
    const block = fields.slice(error + 1)
    const next = block.findIndex((line) => /^\s*\w+:/.test(line))
    return { test, message: block.slice(0, next < 0 ? undefined : next) }
  })

// The spec reporter of node:test repeats failing tests after a headline.
const findNodeSpec: FindFailing = (lines) => {
  const start = lines.findIndex((line) => /^✖ failing tests:$/.test(line))
  return start < 0 ? [] : findParagraphs(lines.slice(start + 1), /^✖ (.*?)(?: \([\d.]+ms\))?$/)
}

// `--- FAIL: TestOrder (0.00s)`, then the message, or the failing parts of the test.
const findGo: FindFailing = (lines) => {
  const found = findTitles(lines, /^\s*--- FAIL: (\S+)/).map(({ test, rest }) => {
    const end = rest.findIndex((line) => /^(?:FAIL|\s*--- |exit status )/.test(line))
    return { test, message: takeParagraph(rest.slice(0, end < 0 ? undefined : end)) }
  })
  return found.filter(({ test }) => !found.some((other) => other.test.startsWith(`${test}/`)))
}

const RUNNERS = [findVitest, findJest, findPlaywright, findPytest, findUnittest, findTap, findNodeSpec, findGo]

/**
 * Finds the failing tests of Vitest, Jest, Playwright, pytest, unittest, node:test or Go in printable output, each
 * once. There are none if the test runner is not known.
 */
export function findFailingTests(output: string): FailingTest[] {
  const lines = output.split('\n').map((line) => line.trimEnd())
  for (const find of RUNNERS) {
    const found = find(lines).map(({ test, message }) => ({ test: cut(test.trim()), message: shorten(message) }))
    const names = new Set<string>()
    if (found.length > 0) return found.filter(({ test }) => !names.has(test) && names.add(test))
  }
  return []
}

/** Finds titles and the paragraphs that follow. */
function findParagraphs(lines: readonly string[], title: RegExp): FailingTest[] {
  return findTitles(lines, title).map(({ test, rest }) => ({ test, message: takeParagraph(rest) }))
}

// A message is soon after its title.
const MOST_SEARCHED = 200

function findTitles(lines: readonly string[], pattern: RegExp): FailedLine[] {
  return lines.flatMap((line, index) => {
    const test = pattern.exec(line)?.[1]
    return test === undefined ? [] : { test, rest: lines.slice(index + 1, index + 1 + MOST_SEARCHED) }
  })
}

/** Returns the lines up to an empty one. Empty lines before them are skipped. */
function takeParagraph(lines: readonly string[]): string[] {
  const start = lines.findIndex((line) => line.trim() !== '')
  if (start < 0) return []
  const end = lines.findIndex((line, index) => index > start && line.trim() === '')
  return lines.slice(start, end < 0 ? undefined : end)
}

/** Keeps the first lines of a message, without those that are empty. */
export function shorten(message: readonly string[]): string[] {
  return message
    .map((line) => cut(line.trim()))
    .filter((line) => line !== '')
    .slice(0, MOST_LINES)
}

function cut(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS).replace(/[\ud800-\udbff]$/, '')}...`
}
