import { findFirst } from './find-first.ts'

/** A group of similar records. */
export interface RecordGroup<Part> {
  /** How many records. Default: 1. */
  readonly count?: number
  /** The fields that are set. The others are generated. */
  readonly record?: Part
}

/** The records of a plan's groups, by their numbers. */
export interface RecordGroups<Part> {
  count: number
  /** The number of the first record of each group that sets fields. */
  firsts: readonly number[]
  /** Returns the fields that are set for the record with a number. */
  partAt(index: number): Part | undefined
  /** Returns the path of the group of the record with a number, within the groups. */
  pathAt(index: number): readonly number[]
}

/**
 * Numbers the records of groups, one group after another.
 *
 * @param toPart returns the fields that a group sets for each of its records
 */
export function numberRecords<Part, Group extends RecordGroup<Part> = RecordGroup<Part>>(
  groups: number | readonly Group[],
  toPart: (group: Group) => Part | undefined = ({ record }) => record,
): RecordGroups<Part> {
  if (typeof groups === 'number') return { count: groups, firsts: [], partAt: () => undefined, pathAt: () => [] }
  let count = 0
  const parts: (Part | undefined)[] = []
  const ends: number[] = []
  const firsts: number[] = []
  for (const group of groups) {
    const part = toPart(group)
    const size = group.count ?? 1
    if (part !== undefined && size > 0) firsts.push(count)
    count += size
    parts.push(part)
    ends.push(count)
  }
  const findGroup = (index: number) => findFirst(ends.length, (group) => (ends[group] as number) > index)
  return {
    count,
    firsts,
    partAt: (index) => parts[findGroup(index)],
    pathAt: (index) => [findGroup(index)],
  }
}
