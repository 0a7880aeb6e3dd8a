// A request that can be changed before it is sent.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../../../components/controls/button.tsx'
import { Dialog } from '../../../components/controls/dialog.tsx'
import { SchemaForm } from '../../../components/forms/schema-form.tsx'
import { changeRequest, type LoggedRequest, type RequestChange } from '../../../copy/copied-request.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']
const SCHEMA = {
  type: 'object',
  properties: {
    method: { enum: METHODS },
    path: { type: 'string', minLength: 1 },
    query: { type: 'string' },
    body: { type: 'string', maxLength: 100_000 },
  },
  required: ['method', 'path'],
}

type ComposerProps = { request: LoggedRequest; onSend: (request: LoggedRequest) => unknown; onClose: () => void }

/** Asks for the method, the path, the query and the body. */
export function Composer({ request, onSend, onClose }: ComposerProps): JSX.Element {
  const { method, path, query, body } = request
  const [fields, setFields] = useState<RequestChange>({ method, path, query, body: body ?? '' })
  const send = () => {
    onClose()
    onSend(changeRequest(request, fields))
  }
  return (
    <Dialog title="Change and send" isWide onClose={onClose}>
      <SchemaForm
        label="Request"
        schema={SCHEMA}
        value={fields}
        onChange={(next) => setFields(next as RequestChange)}
        onSubmit={send}
      >
        <div class="row dialog-end">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit">
            Send
          </Button>
        </div>
      </SchemaForm>
    </Dialog>
  )
}
