// Everything that is wrong with a link, with the names of its parameters.

import { type Issue, joinIssues, OptionError } from '../../input/options/option-error.ts'

export class LinkError extends OptionError {
  constructor(issues: readonly Issue[]) {
    super({ attempt: 'open the link', received: joinIssues(issues.map(nameParameter)) }, issues)
  }
}

function nameParameter({ path, message }: Issue): Issue {
  return { path, message: `${path}: ${message}` }
}

/** Collects issues, so that all of them are reported together. */
export type LinkIssues = ReturnType<typeof createLinkIssues>

export function createLinkIssues() {
  const issues: Issue[] = []
  return {
    /** Reads a parameter. Returns undefined if it is invalid. @param path where it is */
    collect<Value>(path: string, read: () => Value): Value | undefined {
      try {
        return read()
      } catch (error) {
        issues.push(...locateIssues(path, error))
        return undefined
      }
    },
    /** @throws LinkError if there are any */
    assertNone() {
      if (issues.length > 0) throw new LinkError(issues)
    },
  }
}

/** Returns the issues of an error, below a path. Throws every other error. */
export function locateIssues(path: string, error: unknown): Issue[] {
  if (!(error instanceof OptionError)) throw error
  if (error.issues.length === 0) return [{ path, message: error.message.replace(/\.$/, '') }]
  return error.issues.map((issue) => ({ ...issue, path: [path, issue.path].filter((each) => each !== '').join('.') }))
}
