import { signal } from '../store/signal.ts'
import type { KeptTexts } from '../store/storage.ts'

/** Something that the palette can do. */
export interface Command {
  /** What it does, as an instruction: `Load scenario busy`. */
  readonly title: string
  /** More words that find it. */
  readonly words?: string
  readonly keys?: string
  /** Whether it is what the text surely means, such as a number or an id, or what any text could mean. */
  readonly fit?: keyof typeof FIT_SCORES
  /** Whether it replaces the world. What fits as well and does not, comes first. */
  readonly isWhole?: boolean
  /** What identifies it, if its title changes, or if several can have it. */
  readonly id?: string
  run(): unknown
}

/** Returns what identifies a command, also when the page is loaded again. */
export const idOf = ({ id, title }: Command): string => id ?? title

/** Offers commands: those that are always there, or those that fit a text, such as the id of a record. */
export type CommandSource = (text: string) => readonly Command[]

const MOST_RECENT = 8
const MOST_FOUND = 50

export function createCommands(kept: KeptTexts) {
  const sources = signal<readonly CommandSource[]>([])
  let recent = (kept.read('commands') ?? '').split('\n').filter((id) => id !== '')
  return {
    sources,
    /** Adds a source. @returns a function that removes it */
    register(source: CommandSource) {
      sources.value = [...sources.peek(), source]
      return () => {
        sources.value = sources.peek().filter((each) => each !== source)
      }
    },
    /**
     * Finds the commands for a text, the best first. Without a text, those used last come first.
     *
     * @param more commands besides those of the sources, such as those that the server was asked for
     */
    find(text: string, more: readonly Command[] = []) {
      const all = sources.value.flatMap((source) => source(text))
      return rank([...all, ...more], text, recent).slice(0, MOST_FOUND)
    },
    run(command: Command) {
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

/** Scores a command. A word of it must begin with each word; those of its title count most. */
function scoreCommand({ title, words: more = '', fit, isWhole }: Command, words: readonly string[]): number {
  if (fit !== undefined) return FIT_SCORES[fit]
  let score = isWhole ? 0.5 : 1
  for (const word of words) {
    if (!hasWord(`${title} ${more}`, word)) return 0
    if (title.toLowerCase().startsWith(word)) score += 3
    else if (hasWord(title, word)) score += 2
  }
  return score
}

/** Whether a word of a text begins with another one. Names have words, too: `lastPageOffset`. */
function hasWord(text: string, beginning: string): boolean {
  const lower = text.toLowerCase()
  for (let at = lower.indexOf(beginning); at >= 0; at = lower.indexOf(beginning, at + 1))
    if (!/[\p{L}\d]/u.test(text.charAt(at - 1)) || /\p{Ll}\p{Lu}/u.test(text.slice(at - 1, at + 1))) return true
  return false
}
