// What the engine reads of the service: how a rollout can end.

export type { RevisionOutcome } from '../../service/resources/revisions/revision.ts'
