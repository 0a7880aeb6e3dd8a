import type { ComponentType } from 'preact'
import type { Command, Console } from './console.ts'

/** A view of the console. */
export interface View {
  /** The first part of its route. */
  readonly id: string
  readonly title: string
  /** The key that opens it after `g`. */
  readonly key: string
  readonly render: ComponentType
  /** A number beside its name in the navigation. Signals that it reads keep it up to date. */
  badge?(console: Console): number | undefined
  /** Commands that the palette always offers, whichever view is open. */
  commands?(console: Console, text: string): readonly Command[]
  /** Asks the server for more commands, such as one for each record that has the text in its name. */
  findCommands?(console: Console, text: string): Promise<readonly Command[]>
}
