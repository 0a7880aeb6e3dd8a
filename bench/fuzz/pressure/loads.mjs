// What many clients send so that it ends in the same moment: kinds of requests, their size and their number.
import { drawLargeControl } from '../controls/large-controls.mjs'
import { openDraw } from '../values/draw.mjs'
import { drawFilling } from '../values/fillings.mjs'
import { buildAttack, expectResponses, meet, pause, send } from './moves.mjs'
import { drawPlainCreation, drawSender, writeGet, writeWithBody } from './requests.mjs'

const MEGABYTE = 1024 * 1024
const SESSION = '/_s/loaded'
const CHANGED = '/_s/changed'
const CHANGES = 300
const STAYING = 3000
const PATIENCE = 120_000
// What all connections of a load send together.
const MOST_BYTES = 160 * MEGABYTE
const MOST_CONNECTIONS = 1000
const BYSTANDER_MILLISECONDS = 5

/**
 * Builds the world that loads search, the largest one that is built in, and one with many changes, a full request log
 * and a snapshot.
 *
 * @returns the ids of deployments to change
 */
export async function prepareLoads({ control }) {
  await control('POST', '/_simulator/sessions', { name: 'loaded', scenario: 'large' })
  await control('POST', '/_simulator/sessions', { name: 'changed', scenario: 'busy' })
  for (let index = 0; index < CHANGES; index += 1) {
    await control('POST', `${CHANGED}/_simulator/records/deployments`, { name: `changed-${index}` })
    await control.read('GET', `${CHANGED}/v2/deployments?limit=100&offset=${index}`)
  }
  await control('POST', `${CHANGED}/_simulator/snapshots`, { name: 'changed' })
  const { records } = await control('GET', `${SESSION}/_simulator/records/deployments?limit=1000`)
  return records.map(({ id }) => id)
}

/** Draws a number of loads. The same seed gives the same loads. */
export function listLoads({ material }, { seed, count, changeable, kinds = KINDS }) {
  return Array.from({ length: count }, (_, number) =>
    drawLoad(openDraw(seed, 'load', number), { ...material, changeable }, kinds),
  )
}

const KINDS = [
  [4, drawBodies],
  [3, drawPages],
  [1, drawSessions],
  [1, drawCreations],
  [2, drawChanges],
  [2, drawReads],
  [3, drawControls],
  [3, drawCopies],
  [1, drawSubscribers],
]

/** The kinds of loads of a declared API (`library.mjs`). */
export const KINDS_OF_LIBRARY = [[1, drawBooks]]

function drawLoad(draw, material, kinds) {
  const { kind, write, play = endTogether } = draw.weighted(kinds, draw, material)
  const [first] = [write(0)]
  const most = Math.max(2, Math.min(MOST_CONNECTIONS, Math.floor(MOST_BYTES / first.length)))
  const connections = draw.skewed(2, most)
  const scripts = Array.from({ length: connections }, (_, index) => play(index === 0 ? first : write(index), index))
  const what = `${connections} times ${kind}, ${first.length} bytes each`
  return buildAttack('loads', what, { scripts, patience: PATIENCE, quiet: PATIENCE, every: BYSTANDER_MILLISECONDS })
}

const endTogether = (bytes) => [send(bytes.subarray(0, -1)), meet(), send(bytes.subarray(-1)), expectResponses(1)]

// Who subscribes has its response when it begins.
const subscribeAndStay = (bytes) => [send(bytes), expectResponses(1), meet(), pause(STAYING)]

function drawBodies(draw) {
  const { name, json } = drawFilling(draw, draw.skewed(10_000, 9.9 * MEGABYTE))
  const { sender, headers } = drawSender(draw)
  const isPart = draw.chance(0.5)
  const bytes = writeWithBody('POST', '/v2/deployments', Buffer.from(isPart ? `{"secrets":${json}}` : json), headers)
  return { kind: `${name} from ${sender}`, write: () => bytes }
}

function drawPages(draw) {
  const { kind, toQuery } = draw.pick([
    { kind: 'a search', toQuery: (index) => `name_contains=x${index}` },
    { kind: 'a rare search', toQuery: (index) => `name_contains=nothing-${index}&limit=100` },
    { kind: 'a page', toQuery: (index) => `limit=100&offset=${index * 100}` },
    { kind: 'a filtered page', toQuery: (index) => `status=READY&limit=20&offset=${index * 20}` },
  ])
  return { kind, write: (index) => writeGet(`${SESSION}/v2/deployments?${toQuery(index)}`) }
}

function drawSessions(draw) {
  const name = draw.integer(0, 999_999)
  return { kind: 'a new session', write: (index) => writeGet(`/_s/load-${name}-${index}/v2/deployments?limit=100`) }
}

function drawCreations(draw, material) {
  const bytes = writeWithBody('POST', `${SESSION}/v2/deployments`, drawPlainCreation(draw, material))
  return { kind: 'a creation', write: () => bytes }
}

function drawChanges(draw, { changeable }) {
  const { name, json } = draw.chance(0.5)
    ? { name: 'secrets', json: '[{"name":"A","value":"b"}]' }
    : drawFilling(draw, draw.skewed(100, MEGABYTE))
  const body = Buffer.from(`{"secrets":${json}}`)
  const toTarget = (index) => `${SESSION}/v2/deployments/${changeable[index % changeable.length]}`
  return { kind: `a change with ${name}`, write: (index) => writeWithBody('PATCH', toTarget(index), body) }
}

// Of a world, as a whole.
function drawCopies(draw) {
  const name = draw.integer(0, 999_999)
  const post = (path, toBody) => (index) => writeWithBody('POST', path, toBody(index))
  return draw.pick([
    { kind: 'an archive of requests', write: () => writeGet(`${CHANGED}/_simulator/requests.har`) },
    {
      kind: 'a snapshot',
      write: post(`${CHANGED}/_simulator/snapshots`, (index) => ({ name: `s-${name}-${index}` })),
    },
    { kind: 'a restore', write: post(`${CHANGED}/_simulator/snapshots/changed/restore`, () => ({})) },
    {
      kind: 'a copy of a session',
      write: post('/_simulator/sessions', (index) => ({ name: `c-${name}-${index}`, from: 'changed' })),
    },
    {
      kind: 'a session from a snapshot',
      write: post('/_simulator/sessions', (index) => ({ name: `t-${name}-${index}`, snapshot: 'changed' })),
    },
    { kind: 'a reset', write: post(`${CHANGED}/_simulator/reset`, () => ({})) },
  ])
}

// Half of them change what the others hear of.
function drawSubscribers() {
  const bytes = writeWithBody('POST', `${CHANGED}/_simulator/records/deployments`, { name: 'new' })
  const subscription = writeGet(`${CHANGED}/_simulator/events`)
  return {
    kind: 'a subscription or a creation',
    write: (index) => (index % 2 === 0 ? subscription : bytes),
    play: (all, index) => (index % 2 === 0 ? subscribeAndStay(all) : endTogether(all)),
  }
}

function drawBooks(draw) {
  const { name, json } = drawFilling(draw, draw.skewed(100, MEGABYTE))
  const body = Buffer.from(`{"title":"x","notes":${json}}`)
  return draw.pick([
    { kind: 'a search of books', write: (index) => writeGet(`/v2/books?title=x${index}`) },
    { kind: 'a page of books', write: (index) => writeGet(`/v2/books?per_page=100&sort=newest&page=${index + 1}`) },
    { kind: 'a loan', write: (index) => writeWithBody('POST', `/v2/books/${index + 1}/loans`, {}) },
    { kind: 'a new book', write: () => writeWithBody('POST', '/v2/books', { title: 'x' }) },
    { kind: `a book with ${name}`, write: () => writeWithBody('POST', '/v2/books', body) },
    { kind: `a change with ${name}`, write: (index) => writeWithBody('PATCH', `/v2/books/${index + 1}`, body) },
    { kind: 'the document', write: () => writeGet('/_simulator/service/openapi.json') },
    { kind: 'all records', write: () => writeGet('/_simulator/records/books?limit=1000') },
  ])
}

function drawReads(draw, { deployments }) {
  const { kind, toTarget } = draw.pick([
    { kind: 'the document', toTarget: () => '/openapi.json' },
    { kind: 'logs', toTarget: (index) => `/v2/deployments/${deployments[index % deployments.length]}/logs?limit=1000` },
    { kind: 'the providers', toTarget: () => '/v2/auth/providers' },
    { kind: 'the request log', toTarget: () => '/_simulator/requests?limit=100' },
    { kind: 'the console', toTarget: () => '/_simulator/console.js' },
    { kind: 'all records', toTarget: () => `${SESSION}/_simulator/records/deployments?limit=1000` },
  ])
  return { kind, write: (index) => writeGet(toTarget(index)) }
}

function drawControls(draw) {
  const { label, method, path, body } = drawLargeControl(draw, draw.skewed(1000, MEGABYTE))
  const bytes = writeWithBody(method, `/_s/controlled/_simulator${path}`, body)
  return { kind: label, write: () => bytes }
}
