// Opens a real service for a command, with the progress that people see, and lets them end it.

import type { Problem } from '../../engine/input/options/option-error.ts'
import type { OwnPaths } from '../real-service/reader/own-paths.ts'
import type { createReader, Reader } from '../real-service/reader/reader.ts'
import { InterruptedError } from './exit-codes.ts'
import type { Io } from './io.ts'
import type { ServiceSettings } from './options/service-options.ts'
import { createReadProgress } from './output/progress.ts'

/** What a command that reads a real service uses. */
export interface CommandSurroundings {
  readonly io: Io
  /** Opens what sends the requests. */
  readonly openReader: typeof createReader
}

interface Opening extends CommandSurroundings {
  readonly describe: (reader: Reader) => Problem
  readonly own?: OwnPaths
}

/** Opens a real service. @param describe says what Ctrl-C has ended */
export function openService(
  url: string,
  { reader: settings }: ServiceSettings,
  { io, openReader, describe, own }: Opening,
) {
  const progress = createReadProgress(io, settings)
  const { onReply, onPause } = progress
  const interruption = createInterruption(io, () => describe(reader))
  const reader: Reader = openReader(url, {
    ...settings,
    ...interruption,
    onReply,
    onPause,
    ...(own && { locate: own.locate }),
  })
  return { reader, progress, interruption }
}

/**
 * Lets Ctrl-C end a command while it waits, with an InterruptedError. While it computes, Ctrl-C ends the process at once.
 */
function createInterruption({ onStop }: Io, describe: () => Problem) {
  const controller = new AbortController()
  const { signal } = controller
  return {
    signal,
    /** Waits for something that takes no time to compute. Throws the error if Ctrl-C was pressed meanwhile. */
    async whileWaiting<Result>(work: () => Promise<Result>): Promise<Result> {
      const off = onStop(() => controller.abort(new InterruptedError(describe())))
      try {
        const result = await work()
        signal.throwIfAborted()
        return result
      } finally {
        off()
      }
    },
  }
}
