import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Runs quick files first, because a mutant is killed by the first test that fails. */
export class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).reverse()
  }
}
