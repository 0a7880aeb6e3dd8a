// Tools about tests of a client: what it depends on, what is untested, and a test of a request.

import * as z from 'zod'
import { fieldsSchema } from '../../../engine/input/schemas/free-form.ts'
import { suggestWord } from '../../../engine/input/text/suggestion.ts'
import { countOf } from '../../../engine/input/text/words.ts'
import type { AssumptionOverrides, Preset } from '../../../service/types.ts'
import type { AssumptionEntry, ControlCoverage, DetailedEntry } from '../../client/index.ts'
import { ControlError } from '../../client/transport/control-error.ts'
import { writeVitestTest } from '../../request-code/vitest-test.ts'
import type { About } from '../about.ts'
import { joinLines, listFirst, shortenText } from '../text/cut.ts'
import { describeNeededCredentials } from '../text/requests.ts'
import { findRequest } from './ask-tools.ts'
import { defineTool, optional, requestNumber, type ToolOf } from './tool.ts'

const MOST_CHARACTERS = 6000
const MOST_IN_FULL = 3

const assume: ToolOf = ({ answer }) =>
  defineTool({
    name: 'assume',
    description:
      'Lists what the contract leaves open, and switches the answers. Use it to see whether the client under test still works if the real service decided otherwise. Without values and preset, it only lists.',
    isReadOnly: false,
    input: {
      values: optional(
        fieldsSchema(z.string(), { type: 'string' }),
        `New answers by the id of the question${answer === undefined ? '' : `, such as ${answer}`}.`,
      ),
      preset: optional(z.string(), 'The set of answers for all questions that nobody has chosen.'),
      find: optional(z.string().max(100), 'Lists the questions with this text in id, question or values, in full.'),
    },
    async run({ simulator }, { values, preset, find }) {
      const before = await simulator.assumptions()
      assertQuestions(Object.keys(values ?? {}), before)
      // The server checks the values, and its message lists what is allowed.
      if (preset !== undefined) await simulator.settings.change({ preset: preset as Preset })
      if (values !== undefined) await simulator.assume(values as AssumptionOverrides)
      if (preset === undefined && values === undefined) return listQuestions(before, find)
      const { credentials } = await simulator.state()
      return joinLines(
        listChanged(before, await simulator.assumptions(), Object.keys(values ?? {})),
        preset === undefined ? undefined : describeNeededCredentials(credentials),
      )
    },
  })

/** @throws ControlError for an id that no question has */
function assertQuestions(ids: readonly string[], all: readonly AssumptionEntry[]): void {
  const known = all.map(({ id }) => id)
  const unknown = ids.find((id) => !known.includes(id))
  if (unknown === undefined) return
  throw new ControlError(
    `Failed to switch ${JSON.stringify(unknown)}: there is no such question.${suggestWord(unknown, known)} assume with find searches the questions.`,
  )
}

function listQuestions(all: readonly AssumptionEntry[], find: string | undefined): string {
  const isFound = ({ id, question, values }: AssumptionEntry) =>
    `${id} ${question} ${JSON.stringify(values)}`.toLowerCase().includes((find ?? '').toLowerCase())
  const shown = all.filter(isFound)
  if (shown.length === 0) {
    const ids = all.map(({ id }) => id)
    return `No question contains ${JSON.stringify(find)}.${suggestWord(find ?? '', ids)} Without find, assume lists all ${all.length}.`
  }
  const lines = shown.map((entry) => describeQuestion(entry, shown.length < all.length))
  return shortenText(joinLines(lines), 2 * MOST_CHARACTERS, () => 'Use find.')
}

/** Lists the answers that have changed, and those that were given. */
function listChanged(
  before: readonly AssumptionEntry[],
  after: readonly AssumptionEntry[],
  given: readonly string[],
): string {
  const old = new Map(before.map(({ id, value }) => [id, value]))
  const changed = after.filter(({ id, value }) => old.get(id) !== value || given.includes(id))
  if (changed.length === 0) return 'No answer has changed.'
  const lines = changed.map(
    ({ id, value }) => `- ${id}=${value} (${old.get(id) === value ? 'as before' : `was ${old.get(id)}`})`,
  )
  const meanings = changed.length <= MOST_IN_FULL ? changed.map((entry) => describeQuestion(entry, true)) : []
  return joinLines(`${countOf(changed.length, 'answer')} now:`, lines, meanings)
}

function describeQuestion({ id, question, value, values, free, section }: AssumptionEntry, isFull: boolean): string {
  const others = [...Object.keys(values), ...(free === null ? [] : [free])].filter((each) => each !== value)
  if (!isFull) return `- ${id}=${value} (or ${listFirst(others, 6)}): ${question}`
  return joinLines(
    `${id}=${value}: ${question}${section === '' ? '' : ` (section ${section})`}`,
    Object.entries(values).map(([name, meaning]) => `- ${name}: ${meaning}`),
    free === null ? undefined : `- or ${free}`,
  )
}

const dependsOn: ToolOf = () =>
  defineTool({
    name: 'depends_on',
    description:
      'Lists the assumptions that responses depended on. Run the client under test first. Code that relies on one of them may break on the real service: switch it with assume, run the client again, and compare. Counts all requests in the log, also those of ask: load_scenario or a fork begins anew.',
    isReadOnly: true,
    input: { request: optional(requestNumber, 'Only those of this request. Default: all requests.') },
    async run({ simulator }, { request }) {
      const only = request === undefined ? undefined : await findRequest(simulator, request, { decided: true })
      const [all, requests] = await Promise.all([simulator.assumptions(), simulator.requests.list({ limit: 1000 })])
      const used = all
        .filter(({ id, requests }) => (only === undefined ? requests > 0 : id in only.explanation.assumptions))
        .toSorted((one, other) => other.requests - one.requests)
      if (used.length === 0)
        return `No request in the request log${request === undefined ? '' : ` with number ${request}`} depended on an assumption.`
      const describe = async (entry: AssumptionEntry): Promise<string> => {
        const example =
          request ?? requests.findLast(({ assumptions }) => assumptions.some((each) => each === entry.id))?.id
        const read = only ?? (example === undefined ? undefined : await simulator.requests.get(example))
        const value: unknown = Reflect.get(read?.explanation.assumptions ?? {}, entry.id)
        const old = value === undefined || value === entry.value ? '' : ` #${example} had ${entry.id}=${value}.`
        const places = only === undefined ? ` ${countOf(entry.requests, 'request')}, such as #${example}.` : ''
        return `${describeQuestion(entry, false)}${places}${old}`
      }
      const list = async (title: string, entries: readonly AssumptionEntry[]) =>
        entries.length === 0 ? [] : [title, ...(await Promise.all(entries.map(describe)))]
      // Code relies on these most, often without a word.
      const ofRecords = used.filter((entry) => entry.decidesRecords)
      const others = used.filter((entry) => !entry.decidesRecords)
      const lines = joinLines(
        await list('Which records come, and in which order:', ofRecords),
        await list(ofRecords.length === 0 ? 'It depended on:' : 'Everything else:', others),
      )
      const decided = only?.explanation.decided == null ? [] : only.explanation.words.slice(-1)
      return shortenText(joinLines(decided, lines), MOST_CHARACTERS, () => 'why explains a single request.')
    },
  })

const coverage: ToolOf = (about) =>
  defineTool({
    name: 'coverage',
    description:
      'Shows what of the contract is untested. Counts the parameters, values, errors and pages that the requests of this session have covered, from the first call of coverage on, and those in the request log then. Use it to find tests that are missing.',
    isReadOnly: true,
    input: {
      operation: optional(z.string(), `Lists the untested cases of this operation, such as ${about.operation}.`),
    },
    async run({ simulator }, { operation }) {
      const { covered, total, operations, since } = await simulator.coverage.read()
      if (operation === undefined) {
        const begun = operations.filter((each) => each.covered > 0)
        const rest = operations.filter((each) => each.covered === 0).map(({ name }) => name)
        const lines = joinLines(
          `${covered} of ${total} cases are covered, since ${since}. A reset does not begin anew, but a fork does.`,
          begun.map((each) => `- ${describeCovered(each)} ${listFirst(listUntested(each), 3)}`),
          rest.length === 0
            ? undefined
            : `${countOf(rest.length, 'operation')} ${rest.length === 1 ? 'was' : 'were'} not called: ${listFirst(rest, 20)}.`,
        )
        return shortenText(lines, MOST_CHARACTERS, () => 'Name an operation.')
      }
      const found = operations.find(({ name }) => name === operation)
      if (found === undefined) {
        throw new ControlError(
          `Failed to read the coverage of ${JSON.stringify(operation)}: there is no such operation. Known: ${operations.map(({ name }) => name).join(', ')}.`,
        )
      }
      const cases = listUntested(found).map((title) => `- ${title}`)
      return shortenText(joinLines(describeCovered(found), cases), MOST_CHARACTERS, () => 'Cover some of them first.')
    },
  })

type CoveredOperation = ControlCoverage['operations'][number]

function listUntested({ cases }: CoveredOperation): readonly string[] {
  return cases.filter((each) => !each.covered).map(({ title }) => title)
}

function describeCovered({ name, covered, total }: CoveredOperation): string {
  return `${name}: ${covered} of ${total}. Untested:`
}

const NOTES = {
  everything: 'It was tried: the test gets the same.',
  status: 'It was tried: some response has the same status, but another body. So the test expects only its status.',
  nothing: 'It was tried: some response is another one, and the test expects that one.',
}

const MOST_REQUESTS = 20

const makeTest: ToolOf = (about) =>
  defineTool({
    name: 'make_test',
    description:
      'Turns one request or several into a Vitest test that passes. The test has the world, the faults and the assumptions that it needs. Use it as the frame of a test, and replace the requests by a call of the client under test. For a retry, give it all attempts.',
    isReadOnly: true,
    input: {
      request: optional(requestNumber, 'Its number. Default: the last one.'),
      requests: optional(
        z.array(requestNumber).min(1).max(MOST_REQUESTS),
        'Or several numbers, such as [1, 2, 3]: the test sends them in the order of the log.',
      ),
      last: optional(
        z.int().min(1).max(MOST_REQUESTS),
        'Or how many of the last requests, such as 3 for 503, 503, 200.',
      ),
    },
    async run({ simulator, fetch }, { request, requests, last }) {
      const given = [request, requests, last].filter((each) => each !== undefined)
      if (given.length > 1) {
        throw new ControlError('Failed to make a test: "request", "requests" and "last" exclude each other. Give one.')
      }
      const numbers =
        last === undefined ? requests : (await simulator.requests.list({ limit: last })).map(({ id }) => id)
      const [first = request, ...others] = [...new Set(numbers)].toSorted((one, other) => one - other)
      const entries = [
        await findRequest(simulator, first),
        ...(await Promise.all(others.map((each) => findRequest(simulator, each)))),
      ] as const
      const { code, file, reproduces } = await writeVitestTest(simulator, entries, fetch)
      const place = `${simulator.url}/_simulator/scenario?request=${entries[0].id}`
      const world =
        file &&
        `${file.name} beside it:\n${shortenText(file.content, MOST_CHARACTERS, () => `GET ${place} has all of it.`)}`
      const notes = entries.length === 1 ? noteFaults(entries[0]) : []
      return joinLines(NOTES[reproduces], notes, noteRecords(entries, about), code.trimEnd(), world ?? undefined)
    },
  })

// A client that asks again needs a test of all its requests.
function noteFaults({ explanation: { faults } }: DetailedEntry): readonly string[] {
  return faults
    .filter(({ applied, times }) => applied !== null && times !== 1)
    .map(({ id, applied, times }) => {
      const all = times === null ? 'every time' : `${countOf(times, 'time')}, and this was number ${applied}`
      return `The fault ${id} applies ${all}. The test of this request has it once; for a client that asks again, give make_test all its requests.`
    })
}

const MOST_EXPECTED = 3

function noteRecords(entries: readonly DetailedEntry[], { main, nameField, scenarios }: About): string | undefined {
  const most = Math.max(...entries.map(({ page }) => page?.returned ?? 0))
  if (most <= MOST_EXPECTED) return undefined
  const begin = scenarios.includes('empty') ? `begin with simulator.load('empty'), and ` : ''
  const fields = nameField === undefined ? '' : `{ ${nameField}: 'checkout' }`
  return `It expects ${countOf(most, 'record')} of this world. For a test of your own, ${begin}create only what it is about: simulator.db.${main.name}.create(${fields}).`
}

export const testTools: readonly ToolOf[] = [assume, dependsOn, coverage, makeTest]
