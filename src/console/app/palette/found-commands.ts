// The commands that the server has to be asked for, while somebody types.

import { useEffect, useState } from 'preact/hooks'
import { useConsole } from '../console.ts'
import type { View } from '../view.ts'
import type { Command } from './commands.ts'

// Somebody who types fast is not interested in what the beginning would find.
const PAUSE = 150

/** What the server was asked for. */
export interface FoundCommands {
  /** Until the server answers, what it found for an earlier text. */
  readonly found: readonly Command[]
  readonly isLooking: boolean
}

/** Asks the views for their commands, after a pause in typing. */
export function useFoundCommands(views: readonly View[], text: string): FoundCommands {
  const shared = useConsole()
  const { schemas, scenarios } = shared.world
  const [answer, setAnswer] = useState<{ text?: string; found: readonly Command[] }>({ found: [] })
  useEffect(() => {
    let isOutdated = false
    const ask = async () => {
      // A view that gets no answer has nothing to offer. The top bar says that the server is gone.
      const lists = await Promise.all(views.map((view) => view.findCommands?.(shared, text.trim()).catch(() => [])))
      if (!isOutdated) setAnswer({ text, found: lists.flatMap((list) => list ?? []) })
    }
    const timer = setTimeout(() => void ask(), text === '' ? 0 : PAUSE)
    return () => {
      isOutdated = true
      clearTimeout(timer)
    }
  }, [text, schemas.data.value])
  return { found: answer.found, isLooking: answer.text !== text || scenarios.isLoading.value }
}
