// The request that read a page or a record, and what came of it.

import { buildCurl } from '../../../../entries/request-code/curl.ts'
import { writeLiteral } from '../../../../entries/request-code/literal.ts'
import { CopyMenu } from '../../components/controls/copy-button.tsx'
import { StatusMark } from '../../components/text/status-mark.tsx'
import { Text } from '../../components/text/text.tsx'
import { formatMilliseconds } from '../../format/request-words.ts'
import { useConsole } from '../../page/console.ts'
import { buildTry } from '../../store/request-to-try.ts'
import type { ListRequest } from './list/list-request.ts'

export interface RequestLineProps {
  request: { readonly path: string; readonly query: string }
  status: number
  milliseconds: number
  /** The line of code that reads the same with the client. */
  code?: string
}

/** A request, its status and how long it took. It can be copied. */
export function RequestLine({ request, status, milliseconds, code }: RequestLineProps) {
  const { connection, world } = useConsole()
  const target = formatTarget(request)
  const url = connection.serviceUrl + target
  const service = world.schemas.data.value?.service ?? { credentials: {} }
  const asked = { path: request.path, query: request.query || undefined }
  return (
    <div class="request-line">
      <code class="request-target">
        GET <Text>{target}</Text>
      </code>
      <StatusMark status={status} />
      <span class="muted">{formatMilliseconds(milliseconds)}</span>
      <CopyMenu
        forms={[
          { title: 'as URL', build: () => url },
          { title: 'as curl', build: () => buildCurl(buildTry(target, { service }, connection.serviceUrl)).text },
          { title: 'as code', build: () => code ?? `await simulator.ask(${writeLiteral(asked)})` },
        ]}
      />
    </div>
  )
}

function formatTarget({ path, query }: Pick<ListRequest, 'path' | 'query'>): string {
  return query === '' ? path : `${path}?${query}`
}
