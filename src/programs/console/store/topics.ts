import type { FrameEvent } from '../../../entries/client/index.ts'
import { type Signal, signal } from './signal.ts'
import type { News, Stream } from './stream/stream.ts'

/**
 * Something that can change: a resource by its name (`deployments`), or `faults`, `clock`, `chaos`, `snapshots`,
 * `sessions`, `requests` or `assumptions`.
 */
export type Topic = string

export type Topics = ReturnType<typeof createTopics>

const EVENT_TOPICS: Readonly<Record<string, Topic>> = {
  fault: 'faults',
  clock: 'clock',
  chaos: 'chaos',
  snapshot: 'snapshots',
  session: 'sessions',
  journal: 'requests',
}

/** Creates the topics of a session, which follow its stream. */
export function createTopics(stream: { listen: Stream['listen'] }, session: string) {
  const versions = new Map<Topic, Signal<number>>()
  const versionOf = (topic: Topic) => {
    const version = versions.get(topic) ?? signal(0)
    versions.set(topic, version)
    return version
  }
  /** Counts a change that this page made itself. Without topics, everything changed. */
  const touch = (...topics: readonly Topic[]) => {
    for (const topic of topics.length === 0 ? [...versions.keys()] : topics) versionOf(topic).value += 1
  }
  stream.listen((news) => touchNews(news, session, touch))
  return {
    /** A number that grows when the topic changes, and when everything is replaced. */
    of: versionOf,
    touch,
  }
}

function touchNews({ isStale, events, changes, requests }: News, session: string, touch: Topics['touch']): void {
  const isReplaced = (event: FrameEvent) => event.type === 'start' && event.session === session
  const topics = new Set([
    ...Object.keys(changes),
    ...events.flatMap(({ type }) => EVENT_TOPICS[type] ?? []),
    // Also those that begin to wait, or whose client has left.
    ...(requests.entries.length > 0 ? ['requests'] : []),
  ])
  if (isStale || events.some(isReplaced)) touch()
  else if (topics.size > 0) touch(...topics)
}
