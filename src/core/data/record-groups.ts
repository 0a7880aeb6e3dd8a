import { findFirst } from './find-first.ts'
import type { RecordGroup } from './world-plan.ts'

/** The records that groups of a plan ask for, by their numbers. */
export interface RecordGroups<Part> {
  count: number
  /** The numbers of the first record of each group that settles something. */
  firsts: readonly number[]
  /** What is settled about the record of a number. */
  partAt(index: number): Part | undefined
  /** The path of the group that the record of a number belongs to, within the groups. */
  pathAt(index: number): readonly number[]
}

/**
 * Numbers the records of groups, one group after the other.
 *
 * @param toPart what a group settles about each of its records
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
