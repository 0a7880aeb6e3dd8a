// The commands of the palette: who offers them, and which ones fit what somebody types.

import { type ReadonlySignal, signal } from '../../store/signal.ts'
import type { KeptTexts } from '../storage.ts'

/** Something that the palette can do. */
export interface Command {
  /** What it does, as an instruction: `Load scenario busy`. */
  readonly title: string
  /** More words that find it. */
  readonly words?: string
  /** The key that does the same. */
  readonly keys?: string
  /** Whether it is what the text surely means, such as a number or an id, or what any text could mean. */
  readonly fit?: keyof typeof FIT_SCORES
  /** What identifies it, if its title changes, or if several can have it. */
  readonly id?: string
  run(): unknown
}

/** Returns what identifies a command, also when the page is loaded again. */
export const idOf = ({ id, title }: Command): string => id ?? title

/** Offers commands: those that are always there, or those that fit a text, such as the id of a record. */
export type CommandSource = (text: string) => readonly Command[]

/** The commands of a page. */
export interface Commands {
  /** Adds a source. @returns a function that removes it */
  register(source: CommandSource): () => void
  /**
   * Finds the commands for a text, the best first. Without a text, those used last come first.
   *
   * @param more commands besides those of the sources, such as those that the server was asked for
   */
  find(text: string, more?: readonly Command[]): readonly Command[]
  /** Runs a command and remembers it. */
  run(command: Command): void
  readonly sources: ReadonlySignal<readonly CommandSource[]>
}

const MOST_RECENT = 8
const MOST_FOUND = 50

/** Creates the commands of a page. */
export function createCommands(kept: KeptTexts): Commands {
  const sources = signal<readonly CommandSource[]>([])
  let recent = (kept.read('commands') ?? '').split('\n').filter((id) => id !== '')
  return {
    sources,
    register(source) {
      sources.value = [...sources.peek(), source]
      return () => {
        sources.value = sources.peek().filter((each) => each !== source)
      }
    },
    find(text, more = []) {
      const all = sources.value.flatMap((source) => source(text))
      return rank([...all, ...more], text, recent).slice(0, MOST_FOUND)
    },
    run(command) {
      recent = [idOf(command), ...recent.filter((id) => id !== idOf(command))].slice(0, MOST_RECENT)
      kept.write('commands', recent.join('\n'))
      command.run()
    },
  }
}

function rank(commands: readonly Command[], text: string, recent: readonly string[]): readonly Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const scored = commands.flatMap((command) => {
    const score = scoreCommand(command, words)
    const place = recent.indexOf(idOf(command))
    return score === 0 ? [] : [{ command, score: score + (place < 0 ? 0 : (MOST_RECENT - place) / 10) }]
  })
  return scored.sort((one, other) => other.score - one.score).map(({ command }) => command)
}

const FIT_SCORES = { sure: 100, any: 0.1 } as const

/** Scores a command. All words must occur in it; those at the start of a word of its title count most. */
function scoreCommand({ title, words: more = '', fit }: Command, words: readonly string[]): number {
  if (fit !== undefined) return FIT_SCORES[fit]
  const lower = title.toLowerCase()
  const all = `${lower} ${more.toLowerCase()}`
  let score = 1
  for (const word of words) {
    if (!all.includes(word)) return 0
    if (lower.startsWith(word)) score += 3
    else if (lower.includes(` ${word}`)) score += 2
    else if (lower.includes(word)) score += 1
  }
  return score
}
