// The entry `deploymock/files`.

export { readAssumptionsFile, type ServiceAssumptions } from './assumptions-file.ts'
export { FileError, type FileIssue } from './read/file-error.ts'
export type { Format } from './read/source.ts'
export { readScenarioFile } from './scenario-file.ts'
export { writeScenario } from './write/write-scenario.ts'
