// Questions that nearly every REST API leaves open. An API that declares one by its name gets what its value says.

import type { Question } from './questions.ts'

/** Questions that the framework answers by their names: `questions: { unknownParameter: commonQuestions.unknownParameter }`. */
export const commonQuestions = {
  listOrder: {
    question: 'In which order are lists without a chosen order?',
    values: {
      declared: 'In the usual order of the resource.',
      shuffled: 'In an arbitrary order that is always the same.',
    },
    advice: 'Sort the records that you show, or ask for an order.',
  },
  equalRecords: {
    question: 'How are records ordered that are equal in the order of a list?',
    values: { id: 'By id.', shuffled: 'In an arbitrary order that is always the same.' },
    advice: 'Do not rely on the order of records with equal values.',
  },
  pageSize: {
    question: 'What if a page of no records is asked for, or of more than the largest?',
    values: { declared: 'As declared.', nearest: 'It has the nearest possible size.', refused: 'It is invalid.' },
    advice: 'Ask for sizes from 1 to the largest, and count the records of a page.',
  },
  fullLastPage: {
    question: 'Does a last page that is full say that more records follow?',
    values: { none: 'No.', more: 'Yes, and the next page has none.' },
    advice: 'Expect an empty page.',
  },
  beyondTheEnd: {
    question: 'What if a page is past the last record?',
    values: { empty: 'An empty page.', notFound: 'Status 404.', refused: 'It is invalid.' },
    advice: 'Stop when a page says that it is the last one, and expect an error after it.',
  },
  unknownParameter: {
    question: 'What if a parameter is not in the contract?',
    values: { ignored: 'It is ignored.', refused: 'It is invalid.' },
    advice: 'Send only parameters that the contract has.',
  },
  repeatedParameter: {
    question: 'What if a parameter is given twice?',
    values: { last: 'The last one is used.', first: 'The first one is used.', refused: 'It is invalid.' },
    advice: 'Send each parameter once.',
  },
  invalidParameter: {
    question: 'What if a parameter has a value that it cannot have?',
    values: { refused: 'It is invalid.', ignored: 'The parameter counts as absent.' },
    advice: 'Send only values that the contract has.',
  },
  valueSyntax: {
    question: 'Which texts are numbers, truth values and times in parameters?',
    values: {
      strict: 'Such as 12, true and 2026-03-01T09:00:00Z.',
      loose: 'Also +012, yes or 1, and a time without T, seconds or a zone.',
    },
    advice: 'Write values as in JSON.',
  },
  emptyFilter: {
    question: 'What does an empty filter mean?',
    values: { ignored: 'It is ignored.', matchesNothing: 'It matches no record.', refused: 'It is invalid.' },
    advice: 'Leave out a filter that has no value.',
  },
  unknownParents: {
    question: 'What does a list below a record that does not exist contain?',
    values: { refused: 'Status 404.', empty: 'Nothing.' },
    advice: 'Treat both alike.',
  },
  unknownDeletion: {
    question: 'What does the deletion of a record that does not exist get?',
    values: { refused: 'Status 404.', done: 'The same as any other deletion.' },
    advice: 'Treat 404 like a deletion.',
  },
  nullParameter: {
    question: 'What does the text null mean as the value of a parameter?',
    values: { text: 'It is a text like any other.', absent: 'The parameter counts as absent.' },
    advice: 'Leave out a parameter that has no value.',
  },
  filterCase: {
    question: 'Does case matter where a filter looks for a part of a text?',
    values: { matters: 'Yes.', ignored: 'No.' },
    advice: 'Filter again by what you show.',
  },
  optionalFields: {
    question: 'Is a field without a value absent or null?',
    values: { null: 'Null.', absent: 'Absent.' },
    advice: 'Treat both alike.',
  },
  unknownFields: {
    question: 'Can records contain fields that the client does not know?',
    values: { none: 'No.', extra: 'Yes: a few, at the start and at the end.' },
    advice: 'Ignore fields that you do not know.',
  },
  unknownBodyField: {
    question: 'What if a body has a field that is not in the contract?',
    values: { declared: 'As its schema says.', ignored: 'It is ignored.', refused: 'It is invalid.' },
    advice: 'Send only fields that the contract has.',
  },
  nullInBody: {
    question: 'What does null mean in a body for a field that cannot be null?',
    values: { refused: 'It is invalid.', absent: 'The field counts as absent.' },
    advice: 'Leave out a field that has no value.',
  },
  emptyPatch: {
    question: 'What does PATCH get that changes no field?',
    values: { same: 'The record as it is.', refused: 'It is invalid.' },
    advice: 'Send no request that changes nothing.',
  },
  mediaType: {
    question: 'What if a body has another Content-Type, or none?',
    values: { ignored: 'It is read all the same.', refused: 'Status 415.' },
    advice: 'Send the Content-Type of the contract.',
  },
  missingRecord: {
    question: 'Which status does a record get that is not there?',
    values: { status404: 'Status 404.', status403: 'Status 403, like one that the client may not see.' },
    advice: 'Treat both alike.',
  },
  validationStatus: {
    question: 'Which status does an invalid request get?',
    values: { declared: 'The declared one.', status400: 'Status 400.', status422: 'Status 422.' },
    advice: 'Treat both alike.',
  },
  errorBody: {
    question: 'What does the body of an error look like?',
    values: { declared: 'As declared.', problem: 'RFC 9457: {type, title, status, detail}.', none: 'There is none.' },
    advice: 'Decide by the status, and show a text of your own if there is none.',
  },
  methodNotAllowed: {
    question: 'What if a known path is requested with another method?',
    values: { status405: 'Status 405 with Allow.', status404: 'Status 404.' },
    advice: 'Send only methods that the contract has.',
  },
  headRequests: {
    question: 'Does HEAD work where GET does?',
    values: {
      answered: 'Yes: the response to GET without its body.',
      refused: 'No: it is treated like any other method.',
    },
    advice: 'Send GET.',
  },
  trailingSlash: {
    question: 'What if a known path ends with a slash?',
    values: {
      notFound: 'Status 404.',
      redirect: 'A redirect to the path without the slash.',
      same: 'The same response as without the slash.',
    },
    advice: 'Send paths as the contract has them.',
  },
  authenticationFailure: {
    question: 'Which status do missing credentials get?',
    values: { status401: 'Status 401 with WWW-Authenticate.', status403: 'Status 403.' },
    advice: 'Treat both alike.',
  },
  crossOrigin: {
    question: 'May pages of other origins call the service?',
    values: {
      open: 'Yes: preflight requests are answered, and pages can read the responses.',
      none: 'No: responses have no CORS headers.',
    },
    advice: 'Send requests through a server of your own.',
  },
  rateLimit: {
    question: 'Are requests limited?',
    values: {
      none: 'No.',
      limited: '1000 requests in 10 seconds on the clock of the world, then 429 with Retry-After.',
    },
    advice: 'Wait as long as Retry-After says, and try again.',
  },
  requestSize: {
    question: 'How large can a request be?',
    values: {
      large: 'As large as a server reads it.',
      proxy: 'As behind nginx: 8 KiB of path and query (then 414), 1 MiB of body (then 413).',
    },
    advice: 'Split long lists of ids.',
  },
  bodyEncoding: {
    question: 'Can bodies be compressed?',
    values: {
      inflated: 'Yes: a server decompresses what Content-Encoding says is compressed.',
      asSent: 'No: Content-Encoding is ignored.',
    },
    advice: 'Send bodies as they are.',
  },
} as const satisfies Readonly<Record<string, Question>>

/** What is known of the answers: those to questions that an API may have declared. */
export type CommonAnswers = {
  readonly [Id in keyof typeof commonQuestions]?: keyof (typeof commonQuestions)[Id]['values']
}
