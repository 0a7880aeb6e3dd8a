// The commands that the server has to be asked for, while somebody types.

import { useEffect, useState } from 'preact/hooks'
import type { Command } from './commands.ts'
import { useConsole } from './console.ts'
import type { View } from './view.ts'

// Somebody who types fast is not interested in what the beginning would find.
const PAUSE = 150

/** Asks the views for their commands, after a pause in typing. Until they answer, it returns what was found before. */
export function useFoundCommands(views: readonly View[], text: string): readonly Command[] {
  const shared = useConsole()
  const [found, setFound] = useState<readonly Command[]>([])
  useEffect(() => {
    let isOutdated = false
    const ask = async () => {
      const lists = await Promise.all(views.map((view) => findIn(view, text.trim())))
      if (!isOutdated) setFound(lists.flat())
    }
    // A view that gets no answer has nothing to offer. The top bar says that the server is gone.
    const findIn = async (view: View, wanted: string) =>
      (await view.findCommands?.(shared, wanted).catch(() => [])) ?? []
    const timer = setTimeout(() => void ask(), text === '' ? 0 : PAUSE)
    return () => {
      isOutdated = true
      clearTimeout(timer)
    }
  }, [text, shared.world.schemas.data.value])
  return found
}
