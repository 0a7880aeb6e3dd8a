// Tools about tests of a client: what it depends on, what is untested, and a test of a request.

import * as z from 'zod'
import type { AssumptionEntry, ControlCoverage } from '../../client/index.ts'
import { ControlError } from '../../client/transport/control-error.ts'
import { writeTest } from '../../console/copy/vitest-test.ts'
import type { AssumptionOverrides } from '../../engine/assumptions/assumptions.ts'
import type { Preset } from '../../service/assumptions/register.ts'
import { countOf, cutText, joinLines, listSome } from '../text/cut.ts'
import { findRequest } from './ask-tools.ts'
import { defineTool, type Tool } from './tool.ts'

const MOST_CHARACTERS = 6000

const assume = defineTool({
  name: 'assume',
  description:
    'Lists what the contract leaves open, and switches the answers. Use it to see whether the client under test still works if the real service decided otherwise. Without values and preset, it only lists.',
  isReadOnly: false,
  input: {
    values: z
      .record(z.string(), z.string())
      .optional()
      .describe('New answers by the id of the question, such as {"nameMatching": "prefix"}.'),
    preset: z.string().optional().describe('The set of answers for all questions that nobody has chosen.'),
    find: z
      .string()
      .max(100)
      .optional()
      .describe('Lists the questions with this text in id, question or values, in full.'),
  },
  async run({ simulator }, { values, preset, find }) {
    // The server checks both, and its message lists what is allowed.
    if (preset !== undefined) await simulator.settings.change({ preset: preset as Preset })
    if (values !== undefined) await simulator.assume(values as AssumptionOverrides)
    const all = await simulator.assumptions()
    const changed = [...Object.keys(values ?? {})]
    const shown =
      changed.length > 0 ? all.filter(({ id }) => changed.includes(id)) : all.filter((entry) => matches(entry, find))
    if (shown.length === 0)
      return `No question contains ${JSON.stringify(find)}. Known: ${all.map(({ id }) => id).join(', ')}.`
    const isFull = shown.length < all.length
    return cutText(
      joinLines(shown.map((entry) => describeQuestion(entry, isFull))),
      2 * MOST_CHARACTERS,
      () => 'Use find.',
    )
  },
})

function matches({ id, question, values }: AssumptionEntry, find = ''): boolean {
  return `${id} ${question} ${JSON.stringify(values)}`.toLowerCase().includes(find.toLowerCase())
}

function describeQuestion({ id, question, value, values, free, section }: AssumptionEntry, isFull: boolean): string {
  const others = [...Object.keys(values), ...(free === null ? [] : ['...'])].filter((each) => each !== value)
  if (!isFull) return `- ${id}=${value} (or ${listSome(others, 6)}): ${question}`
  return joinLines(
    `${id}=${value}: ${question} (section ${section})`,
    Object.entries(values).map(([name, meaning]) => `- ${name}: ${meaning}`),
    free === null ? undefined : `- or ${free}`,
  )
}

const dependsOn = defineTool({
  name: 'depends_on',
  description:
    'Lists the assumptions that responses depended on. Run the client under test first. Code that relies on one of them may break on the real service: switch it with assume, run the client again, and compare.',
  isReadOnly: true,
  input: {},
  async run({ simulator }) {
    const [all, requests] = await Promise.all([simulator.assumptions(), simulator.requests.list({ limit: 1000 })])
    const used = all.filter((entry) => entry.requests > 0).toSorted((one, other) => other.requests - one.requests)
    if (used.length === 0) return 'No request in the request log depended on an assumption.'
    const exampleOf = (id: string) => requests.findLast((entry) => entry.assumptions.some((each) => each === id))?.id
    const lines = used.map(
      (entry) =>
        `${describeQuestion(entry, false)} ${countOf(entry.requests, 'request')}, such as #${exampleOf(entry.id)}.`,
    )
    return cutText(joinLines(lines), MOST_CHARACTERS, () => 'why explains a single request.')
  },
})

const coverage = defineTool({
  name: 'coverage',
  description:
    'Shows what of the contract is untested. Counts the parameters, values, errors and pages that the requests of this session have covered. Use it to find tests that are missing.',
  isReadOnly: true,
  input: {
    operation: z.string().optional().describe('Lists the untested cases of this operation, such as listDeployments.'),
  },
  async run({ simulator }, { operation }) {
    const { covered, total, operations } = await simulator.coverage.read()
    if (operation === undefined) {
      const begun = operations.filter((each) => each.covered > 0)
      const rest = operations.length - begun.length
      return cutText(
        joinLines(
          `${covered} of ${total} cases are covered.`,
          begun.map(
            (each) => `- ${each.name}: ${each.covered} of ${each.total}. Untested: ${listSome(listUntested(each), 3)}`,
          ),
          rest === 0 ? undefined : `${rest} operations were not called: ${listSome(listUncalled(operations), 20)}.`,
        ),
        MOST_CHARACTERS,
        () => 'Name an operation.',
      )
    }
    const found = operations.find(({ name }) => name === operation)
    if (found === undefined) {
      throw new ControlError(
        `Failed to read the coverage of ${JSON.stringify(operation)}: there is no such operation. Known: ${operations.map(({ name }) => name).join(', ')}.`,
      )
    }
    const lines = listUntested(found).map((title) => `- ${title}`)
    return cutText(
      joinLines(`${found.name}: ${found.covered} of ${found.total}. Untested:`, lines),
      MOST_CHARACTERS,
      () => 'Cover some of them first.',
    )
  },
})

type CoveredOperation = ControlCoverage['operations'][number]

function listUntested({ cases }: CoveredOperation): readonly string[] {
  return cases.filter((each) => !each.covered).map(({ title }) => title)
}

function listUncalled(operations: readonly CoveredOperation[]): readonly string[] {
  return operations.filter((each) => each.covered === 0).map(({ name }) => name)
}

const NOTES = {
  everything: 'It was tried: the test gets the same response.',
  status: 'It was tried: the test gets the same status, but another body. So it expects only the status.',
  nothing: 'It was tried: the test gets another response, and expects that one.',
}

const makeTest = defineTool({
  name: 'make_test',
  description:
    'Turns a request into a Vitest test that passes. The test has the world, the faults and the assumptions that it needs. Use it as the frame of a test, and replace the request by a call of the client under test.',
  isReadOnly: true,
  input: { request: z.int().min(1).optional().describe('Its number. Default: the last one.') },
  async run({ simulator, fetch }, { request }) {
    const { code, file, reproduces } = await writeTest(simulator, await findRequest(simulator, request), fetch)
    const place = `${simulator.url}/_simulator/scenario${request === undefined ? '' : `?request=${request}`}`
    const world =
      file && `${file.name} beside it:\n${cutText(file.content, MOST_CHARACTERS, () => `GET ${place} has all of it.`)}`
    return joinLines(NOTES[reproduces], code.trimEnd(), world ?? undefined)
  },
})

export const testTools: readonly Tool[] = [assume, dependsOn, coverage, makeTest]
