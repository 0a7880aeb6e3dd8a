import type { ControlError } from '../../../../../entries/client/index.ts'
import { type AnyRecord, recordsOf } from '../../../../../entries/client/remote/records-of.ts'
import { useConsole } from '../../../page/console.ts'
import type { ResourceDescription } from '../../../store/api.ts'
import { findStateField, hrefOf, nameBriefly } from '../record.ts'
import { chooseFields } from './draft.ts'

type OnFailure = (error: ControlError) => void

/** Returns what can be done to the records of a resource. */
export function useRecordActions(resource: ResourceDescription) {
  const { name, singular, belongsTo } = resource
  const { connection, actions, world } = useConsole()
  const resources = world.schemas.data.value?.resources ?? []
  const records = recordsOf(connection.simulator, name)
  // Deleting a record deletes what belongs to it.
  const hasChildren = resources.some(({ belongsTo }) => Object.values(belongsTo).includes(name))
  const ofAll = [name, 'state', ...resources.map((each) => each.name)]
  const changes = hasChildren ? ofAll : [name, 'state']
  const describe = ({ id }: AnyRecord) => ({ href: hrefOf(name, String(id)) })
  return {
    create: (fields: AnyRecord, onFailure: OnFailure) =>
      actions.run<AnyRecord>({
        title: ['Create', 'Created', `${singular} ${fields.name ?? ''}`.trim()],
        run: (simulator) => recordsOf(simulator, name).create(fields),
        undo: (record) => records.delete(String(record.id)),
        changes,
        describe,
        onFailure,
      }),
    update(before: AnyRecord, changed: AnyRecord, onFailure: OnFailure) {
      // Another state can have consequences for what the record belongs to.
      const changesOthers = (findStateField(resource) ?? '') in changed && Object.keys(belongsTo).length > 0
      return actions.run<AnyRecord>({
        title: ['Change', 'Changed', nameBriefly(before)],
        run: (simulator) => recordsOf(simulator, name).update(String(before.id), changed),
        undo: changesOthers
          ? 'snapshot'
          : () => records.update(String(before.id), chooseFields(before, Object.keys(changed))),
        changes: changesOthers ? ofAll : [name, 'state'],
        describe,
        onFailure,
      })
    },
    delete(record: AnyRecord) {
      return actions.run({
        title: ['Delete', 'Deleted', nameBriefly(record)],
        run: (simulator) => recordsOf(simulator, name).delete(String(record.id)),
        undo: hasChildren ? 'snapshot' : () => records.create(record),
        changes,
      })
    },
  }
}
