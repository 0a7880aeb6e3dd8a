import { setTimeout as wait } from 'node:timers/promises'
import { findLimit } from './blocks.mjs'
import { play, playAlone } from './playing.mjs'
import { startService } from './service.mjs'

const CONNECTIONS = 16
const MOST_RECENT = 32
// Messages and output of the program arrive on other channels than its responses.
const SETTLING = 60

/**
 * Plays the cases of a batch against a fresh program: most of them concurrently, and those that are
 * measured one after another.
 *
 * @param draw returns the next case, made of the given material, or undefined at the end of the
 * batch
 * @returns suspicions: findings with the numbers of the cases that may have caused them
 */
export async function playBatch({ variant, draw, statistics }) {
  const suspicions = createSuspicions()
  const host = await createHost(variant, suspicions)
  const alone = []

  const work = async () => {
    for (let next = draw(host.material); next !== undefined; next = draw(host.material)) {
      if (next.isAlone) alone.push(next)
      else await playBeside(next, await host.service(), { suspicions, statistics })
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  await wait(SETTLING)
  for (const block of host.current().blocks) judgeBlock(block, { suspicions, statistics })
  for (const next of alone) await playMeasured(next, await host.service(), { suspicions, statistics })
  await finish(await host.service(), suspicions)
  return suspicions.list
}

/** Records which cases are being played, or were played recently. Each of them may be the cause. */
function createSuspicions() {
  const list = []
  const active = new Set()
  const recent = []
  const played = new Map()
  return {
    list,
    add: (kind, detail, { numbers = [...active, ...recent], title = '' } = {}) =>
      list.push({ kind, detail, numbers, title }),
    begin: ({ number }) => active.add(number),
    connect: (port, conversation) => played.set(port, conversation),
    end({ number }) {
      active.delete(number)
      recent.unshift(number)
      recent.length = Math.min(recent.length, MOST_RECENT)
    },
    of: (ports) => ports.flatMap((port) => played.get(port) ?? []),
  }
}

// Uses one program for all cases of the batch, and another one if the program ends.
async function createHost(variant, suspicions) {
  const start = () => startService(variant, (kind, detail) => suspicions.add(kind, detail))
  let service = await start()
  let starting
  const restart = async () => {
    service = await start()
    starting = undefined
  }
  return {
    material: service.material,
    current: () => service,
    async service() {
      if (!service.program.hasEnded()) return service
      starting ??= restart()
      await starting
      return service
    },
  }
}

async function playBeside(conversation, service, { suspicions, statistics }) {
  suspicions.begin(conversation)
  const { result, faults } = await play(conversation, service, (port) => suspicions.connect(port, conversation))
  suspicions.end(conversation)
  statistics.count(conversation, result)
  // When the program ends, all its connections end.
  if (service.program.hasEnded()) return
  for (const { kind, detail } of faults) suspicions.add(kind, detail, blame([conversation]))
}

async function playMeasured(conversation, service, { suspicions, statistics }) {
  suspicions.begin(conversation)
  const { result, faults, longest, limit } = await playAlone(conversation, service)
  await wait(SETTLING)
  suspicions.end(conversation)
  statistics.count(conversation, result)
  statistics.countLarge(longest, limit)
  for (const { kind, detail } of faults) suspicions.add(kind, detail, blame([conversation]))
}

function judgeBlock({ milliseconds, ports }, { suspicions, statistics }) {
  const possible = suspicions.of(ports)
  if (possible.length > 0) statistics.countBlock(milliseconds)
  const blamed = possible.filter((conversation) => milliseconds > findLimit(conversation).milliseconds)
  const bySize = blamed.sort((a, b) => sizeOf(b) - sizeOf(a))
  if (bySize.length > 0) suspicions.add('block', `${milliseconds.toFixed(0)} ms`, blame(bySize))
}

const blame = (cases) => ({ numbers: cases.map(({ number }) => number), title: cases[0].title })
const sizeOf = ({ pieces }) => pieces.reduce((sum, piece) => sum + piece.length, 0)

async function finish(service, suspicions) {
  const wrong = await service.check()
  if (wrong !== undefined) suspicions.add('known bytes', wrong)
  await service.program.stop()
}
