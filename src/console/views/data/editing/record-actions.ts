import type { ControlError } from '../../../../client/index.ts'
import { useConsole } from '../../../app/console.ts'
import { writeLiteral, writeString } from '../../../copy/literal.ts'
import { type AnyRecord, type ResourceDescription, recordsOf } from '../../../store/api.ts'
import { hrefOf, nameBriefly } from '../record.ts'
import { chooseFields } from './draft.ts'

type OnFailure = (error: ControlError) => void

/** Returns what can be done to the records of a resource. */
export function useRecordActions({ name, singular, belongsTo }: ResourceDescription) {
  const { connection, actions, world } = useConsole()
  const resources = world.schemas.data.value?.resources ?? []
  const records = recordsOf(connection.simulator, name)
  const collection = `simulator.db.${name}`
  // Deleting a record deletes what belongs to it.
  const hasChildren = resources.some(({ belongsTo }) => Object.values(belongsTo).includes(name))
  const ofAll = [name, 'state', ...resources.map((each) => each.name)]
  const changes = hasChildren ? ofAll : [name, 'state']
  const describe = ({ id }: AnyRecord) => ({ href: hrefOf(name, String(id)) })
  return {
    create: (fields: AnyRecord, onFailure: OnFailure) =>
      actions.run<AnyRecord>({
        title: ['Create', 'Created', `${singular} ${fields.name ?? 'with a generated name'}`],
        code: `await ${collection}.create(${writeLiteral(fields)})`,
        run: () => records.create(fields),
        undo: (record) => records.delete(String(record.id)),
        changes,
        describe,
        onFailure,
      }),
    update(before: AnyRecord, changed: AnyRecord, onFailure: OnFailure) {
      // The status of a revision also changes its deployment, and starts the next rollout.
      const changesOthers = 'status' in changed && Object.keys(belongsTo).length > 0
      return actions.run<AnyRecord>({
        title: ['Change', 'Changed', nameBriefly(before)],
        code: `await ${collection}.update(${writeString(String(before.id))}, ${writeLiteral(changed)})`,
        run: () => records.update(String(before.id), changed),
        undo: changesOthers
          ? 'snapshot'
          : () => records.update(String(before.id), chooseFields(before, Object.keys(changed))),
        changes: changesOthers ? ofAll : [name, 'state'],
        describe,
        onFailure,
      })
    },
    delete(record: AnyRecord) {
      const id = String(record.id)
      return actions.run({
        title: ['Delete', 'Deleted', nameBriefly(record)],
        code: `await ${collection}.delete(${writeString(id)})`,
        run: () => records.delete(id),
        undo: hasChildren ? 'snapshot' : () => records.create(record),
        changes,
      })
    },
  }
}
