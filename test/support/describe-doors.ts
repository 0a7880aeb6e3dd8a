import { test as base, describe, type TestAPI } from 'vitest'
import type { SimulatorOptions } from '../../src/index.ts'
import { type Door, doors, type OpenDoor } from './doors.ts'

interface Fixtures {
  /** Opens the door onto a simulator; it is closed after the test. */
  open: (options?: SimulatorOptions) => Promise<OpenDoor>
}

/** Runs the same tests through every door, each onto a simulator of its own. */
export function describeDoors(title: string, define: (test: TestAPI<Fixtures>, door: Door) => void): void {
  describe.each(doors.map((door) => ({ door, name: door.name })))(`${title} through $name`, ({ door }) => {
    const test = base.extend<Fixtures>({
      open: async ({}, use) => {
        const opened: OpenDoor[] = []
        await use(async (options) => {
          const each = await door.open(options)
          opened.push(each)
          return each
        })
        for (const each of opened) await each.close()
      },
    })
    define(test as unknown as TestAPI<Fixtures>, door)
  })
}
