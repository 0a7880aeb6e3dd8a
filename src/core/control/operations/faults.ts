import { z } from 'zod'
import { type FaultInput, faultSchema } from '../../behaviour/fault.ts'
import { faultInputSchema } from '../../behaviour/fault-input.ts'
import { createAbsence, describeUnknownName } from '../control-failure.ts'
import { type ControlOperation, defineAction, defineControl } from '../control-operation.ts'

// A fault has at most a hundred query parameters.
const MOST_VALUES = 1000

const keptSchema = faultSchema.required({ id: true })

export const faultOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'listFaults',
    method: 'GET',
    template: '/faults',
    summary: 'The faults that can still apply.',
    success: { status: 200, schema: z.array(keptSchema) },
    run: ({ session }) => session.faults.list(),
  }),
  defineControl({
    name: 'addFault',
    method: 'POST',
    template: '/faults',
    summary: 'Adds a fault.',
    body: faultInputSchema,
    mostValues: MOST_VALUES,
    // The session validates the fault, so that issues have the paths of the fields as they were sent.
    chooseForm: () => z.unknown(),
    success: { status: 201, schema: keptSchema },
    refusals: [409],
    run: ({ session }, { body }) => session.faults.add(body as FaultInput),
  }),
  defineAction({
    name: 'clearFaults',
    method: 'DELETE',
    template: '/faults',
    summary: 'Removes all faults.',
    run: ({ session }) => session.faults.clear(),
  }),
  defineAction({
    name: 'removeFault',
    method: 'DELETE',
    template: '/faults/{id}',
    summary: 'Removes a fault.',
    refusals: [404],
    run({ session }, { path: { id = '' } }) {
      if (session.faults.remove(id)) return
      const ids = session.faults.list().map((fault) => fault.id)
      throw createAbsence(describeUnknownName('Failed to remove fault', id, ids))
    },
  }),
]
