import * as z from 'zod'
import type { About } from './about.ts'

/** A task in words. */
export interface AgentPrompt {
  readonly name: string
  readonly description: string
  readonly input: z.ZodObject
  write(input: Readonly<Record<string, string>>): string
}

export const listPrompts = ({ isPackaged }: About): readonly AgentPrompt[] => [
  {
    name: 'write_integration_test',
    description: 'Write an integration test for a part of a client.',
    input: z.strictObject({ subject: z.string().min(1).describe('What to test, such as: the retry after a 503') }),
    write: ({ subject = '' }) => `Write an integration test in Vitest for this: ${subject}

1. Call see_world, and give the handle that it returns to each tool. Read the code under test to find out which requests it sends.
2. Arrange the world: load_scenario, change_record, add_fault, clock. Work in a fork, by its handle, if the world must stay.
3. Send the same request with ask, and read the explanation. Check that the fault or the filter does what you expect.
4. Call make_test, for a retry with all attempts. It gives you the options, records and faults that the test needs.
5. Replace each fetch in it by one call of the code under test with simulator.url as the base URL. Expect what the code returns, not the response.
6. Run the test. Then break the code once, and see it fail.`,
  },
  {
    name: 'find_dependencies',
    description: 'Find out which assumptions about the service a client depends on.',
    input: z.strictObject({
      client: z.string().min(1).describe('How to run the client or its tests, such as: npm test'),
    }),
    write: ({ client = '' }) => `Find out which assumptions about the service this client depends on: ${client}

1. Call see_world, give the handle that it returns to each tool, and run the client against the base URL that it shows.
2. Call depends_on. It lists the open questions that decided responses, with numbers of requests.
3. For each question that the code may rely on, switch it with assume, run the client again, and compare its result. Call why to see what changed in a response.
4. Switch it back before the next one. load_scenario without a name resets everything.
5. Report each question, its values, what breaks under which, and how the code could work under all of them. If the client has tests, deploymock probe ${isPackaged ? '' : '--service FILE '}-- ${client} does this for all questions.`,
  },
]
