// The entry `deploymock/files`.

export { FileError, type FileIssue } from './file-error.ts'
export { readScenarioFile } from './scenario-file.ts'
export type { Format } from './source.ts'
export { writeScenario } from './write-scenario.ts'
