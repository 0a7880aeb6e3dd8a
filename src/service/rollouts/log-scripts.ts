// What is logged in each state of a revision.

import type { Draw } from '../../engine/store/random.ts'
import { type DeploymentRecord, labelOf } from '../resources/deployments/deployment.ts'
import type { RevisionRecord } from '../resources/deployments/revision.ts'
import { isOfImage } from '../resources/deployments/rollout-path.ts'

/** The levels of lines, the least important one first. */
export const LOG_LEVELS = ['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'] as const

export interface LogScript {
  /** The lines while it lasts, each with the seconds after its start. */
  readonly lines: readonly ScriptLine[]
  /** The lines when the next state begins. */
  readonly last: readonly ScriptLine[]
}

export interface ScriptLine {
  readonly after: number
  readonly level: LogLevel
  readonly message: string
}

export interface ScriptSubject {
  readonly revision: RevisionRecord
  readonly deployment: DeploymentRecord
  readonly open: OpenDraw
  readonly image: string
  readonly earlier: readonly string[]
  /** The state that follows; undefined if there is none yet. */
  readonly next: string | undefined
}

const say = (after: number, message: string, level: LogLevel = 'INFO'): ScriptLine => ({ after, level, message })

const NOTHING: LogScript = { lines: [], last: [] }

export function writeBuildScript(state: string, subject: ScriptSubject): LogScript {
  if (state === 'AWAITING_BUILD') return { lines: [say(0, 'Waiting for a builder')], last: [] }
  if (state === 'BUILDING') return { lines: writeBuild(subject), last: endBuild(subject) }
  return isBuilt(subject) ? writeEarlyEnd(state, subject) : NOTHING
}

/** What the deploy log says about a state, besides the requests to a running revision. */
export function writeDeployScript(state: string, subject: ScriptSubject): LogScript {
  const { image, next } = subject
  if (state === 'DEPLOYING') return { lines: writeRollout(subject), last: endRollout(subject) }
  if (state !== 'AWAITING_DEPLOY') return isBuilt(subject) ? NOTHING : writeEarlyEnd(state, subject)
  return { lines: [say(0, `Waiting to deploy ${image}`)], last: next === 'INTERRUPTED' ? [ROLLOUT_INTERRUPTED] : [] }
}

function isBuilt({ revision: { source } }: ScriptSubject): boolean {
  return !isOfImage(source)
}

const ROLLOUT_INTERRUPTED = say(0, 'The rollout was interrupted', 'WARNING')
const EARLY_ENDS: Readonly<Record<string, ScriptLine>> = {
  SKIPPED: say(0, 'Skipped: a newer revision replaced this one', 'WARNING'),
  INTERRUPTED: say(0, 'Interrupted before the work started', 'WARNING'),
  CREATE_FAILED: say(0, 'Creation failed: the database of the deployment could not be created', 'ERROR'),
}

/** What is logged when a revision ends before anything was built or deployed. */
function writeEarlyEnd(state: string, { earlier }: ScriptSubject): LogScript {
  const line = EARLY_ENDS[state]
  const hasBegun = earlier.some((status) => WORK.includes(status))
  return line === undefined || hasBegun ? NOTHING : { lines: [line], last: [] }
}

const WORK = ['BUILDING', 'AWAITING_DEPLOY', 'DEPLOYING']

const FAILURES = [
  {
    after: 'Resolving dependencies',
    reasons: [
      'error: no solution found when resolving dependencies',
      '  because langchain-core==0.3.99 does not exist and your project requires it, its requirements cannot be met',
    ],
  },
  {
    after: 'Installing dependencies',
    reasons: ['error: failed to build wheel for tokenizers', '  the compiler rustc was not found'],
  },
  {
    after: 'Checking the graphs',
    reasons: [
      'ImportError: cannot import name "graph" from "agent" (/deps/app/agent.py)',
      '  check the field "graphs" of the configuration file',
    ],
  },
] as const

// The same steps whatever the outcome is, so that a failing build begins like any other.
function listBuildSteps({ revision, deployment, open }: ScriptSubject): ScriptLine[] {
  const { repo_ref, repo_commit_sha, source_tarball_path, graph_config_path } = revision.source_revision_config
  const packages = open('build').integer(48, 160)
  const commit = repo_commit_sha == null ? '' : ` at ${repo_commit_sha.slice(0, 7)}`
  const fetching =
    revision.source === 'github'
      ? [
          say(1, `Cloning ${deployment.source_config.repo_url ?? 'the repository'}`),
          say(5, `Checked out ${repo_ref ?? 'the default branch'}${commit}`),
        ]
      : [say(1, `Downloading ${source_tarball_path ?? 'the uploaded sources'}`), say(4, 'Extracted the sources')]
  return [
    say(0, `Building revision ${revision.id}`),
    ...fetching,
    say(7, `Reading ${graph_config_path ?? 'langgraph.json'}`),
    say(9, 'Pulling the base image'),
    say(24, 'Pulled python:3.12-slim', 'DEBUG'),
    say(26, 'Copying the sources'),
    say(30, 'Installing system packages'),
    say(52, 'Resolving dependencies'),
    say(61, `Resolved ${packages} packages`),
    say(63, 'Installing dependencies'),
    say(96, `Installed ${packages} packages`),
    say(98, 'Compiling sources'),
    say(118, 'Checking the graphs'),
    say(121, 'Exporting layers'),
    say(140, 'Pushing the image'),
  ]
}

function writeBuild(subject: ScriptSubject): ScriptLine[] {
  const steps = listBuildSteps(subject)
  const { outcome } = subject.revision
  if (outcome === 'buildHangs') return upTo(steps, 'Installing dependencies')
  return outcome === 'buildFails' ? upTo(steps, failureOf(subject).after) : steps
}

function endBuild(subject: ScriptSubject): ScriptLine[] {
  const { next } = subject
  if (next === undefined) return []
  if (next === 'INTERRUPTED') return [say(0, 'The build was interrupted', 'WARNING')]
  if (next !== 'BUILD_FAILED') return [say(0, `Pushed ${subject.image}`), say(0, 'Build succeeded')]
  const { reasons } = failureOf(subject)
  return [...reasons.map((reason) => say(0, reason, 'ERROR')), say(0, 'Build failed with exit code 1', 'ERROR')]
}

function failureOf({ open }: ScriptSubject): (typeof FAILURES)[number] {
  return open('failure').pick(FAILURES)
}

function upTo(lines: readonly ScriptLine[], last: string): ScriptLine[] {
  return lines.slice(0, lines.findIndex(({ message }) => message === last) + 1)
}

// An image is not built, so whatever would happen to its build happens here.
const NEVER_READY = ['deployFails', 'deployHangs', 'buildFails', 'buildHangs']
const TIMEOUT = 'Timeout: Deployment is not ready after 300 seconds.'

function writeRollout(subject: ScriptSubject): ScriptLine[] {
  const { revision, deployment } = subject
  const starting = [
    say(0, `Rolling out revision ${revision.id} of ${labelOf(deployment)}`),
    say(2, `Pulling ${subject.image}`),
    say(14, 'Pulled the image'),
    say(16, 'Starting the container'),
    say(21, 'Applying database migrations'),
    say(26, 'Database migrations are up to date'),
  ]
  if (NEVER_READY.includes(revision.outcome))
    return [...starting, ...Array.from({ length: 9 }, (_, index) => fail(30 + index * 30))]
  return [...starting, say(31, 'Server started on port 8000'), say(40, 'Health check GET /ok: 200')]
}

function fail(after: number): ScriptLine {
  return say(after, 'Health check GET /ok failed: connection refused', 'WARNING')
}

function endRollout({ next }: ScriptSubject): ScriptLine[] {
  if (next === 'DEPLOYED') return [say(0, 'Revision is ready and receives all requests')]
  if (next === 'INTERRUPTED') return [ROLLOUT_INTERRUPTED]
  return next === 'DEPLOY_FAILED'
    ? [say(0, 'The container did not become healthy', 'ERROR'), say(0, TIMEOUT, 'ERROR')]
    : []
}

export type LogLevel = (typeof LOG_LEVELS)[number]

export interface LogLine {
  readonly id: string
  /** Milliseconds since the Unix epoch. */
  readonly time: number
  readonly level: LogLevel
  readonly message: string
  /** The run that wrote it, if it was one. */
  readonly runId?: string
}

/** Consecutive lines, by their numbers. None is stored, and each can be computed without the others. */
export interface LogSection {
  countUntil(time: number): number
  /** The time of a line, in milliseconds since the Unix epoch. */
  timeOf(number: number): number
  lineAt(number: number): LogLine
}

/** Opens a random stream of a section. */
export type OpenDraw = (field: string, number?: number) => Draw
