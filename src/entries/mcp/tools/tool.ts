// What a tool is.

import * as z from 'zod'
import type { About } from '../about.ts'
import type { AgentWorld } from '../agent.ts'

/** The number of a request in the request log. */
export const requestNumber = z.int().min(1)

/** Describes a part of an input that can be left out. */
export function optional<Schema extends z.ZodType>(schema: Schema, text: string): z.ZodOptional<Schema> {
  return schema.optional().describe(text)
}

/** Something that an agent can do. It knows only the client of a session, so all transports share it. */
export interface Tool {
  /** In snake_case. */
  readonly name: string
  /** What it does, and when to use it. */
  readonly description: string
  readonly input: z.ZodObject
  /** Whether it changes nothing. */
  readonly isReadOnly: boolean
  /** When it starts a world, with its input: always, or only if there is none. Default: never. */
  readonly starts?: 'always' | 'if needed'
  /** Says what to do about an input that the schema rejects, if there is more to say than the issues. */
  advise?(input: Readonly<Record<string, unknown>>): string | undefined
  /** @returns a text for the agent. @throws an error whose message says what to do */
  run(world: AgentWorld, input: unknown): Promise<string>
}

/** A tool, whose words are those of the service. */
export type ToolOf = (about: About) => Tool

/** Defines a tool. Its schema determines the type of its input. */
export function defineTool<Shape extends z.ZodRawShape>(
  definition: Omit<Tool, 'input' | 'run'> & {
    input: Shape
    run(world: AgentWorld, input: z.output<z.ZodObject<Shape>>): Promise<string>
  },
): Tool {
  // The schema has parsed the input.
  return { ...definition, input: z.strictObject(definition.input) } as Tool
}
