/** Does each step of an ending, whatever the others do. @throws what one step has thrown, or an AggregateError of several */
export async function endAll(steps: readonly (() => unknown)[]): Promise<void> {
  const errors: unknown[] = []
  for (const step of steps) {
    try {
      await step()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors.length === 1 ? errors[0] : new AggregateError(errors)
}
